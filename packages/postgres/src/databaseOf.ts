import { Redacted } from "effect"
import type { PostgresOptions, PostgresPool } from "./PostgresOptions.js"

/** The database's address without user, password and options, to show to people. */
export const databaseOf = (options: PostgresOptions | PostgresPool): string => {
  if ("pool" in options) return "the pool's database"
  const text = Redacted.isRedacted(options.url) ? Redacted.value(options.url) : options.url
  if (!URL.canParse(text)) return "the database"
  const { host, pathname } = new URL(text)
  return `postgres://${host}${pathname}`
}
