import { randomBytes } from "node:crypto"
import type { TestProject } from "vitest/node"
import { startPostgres } from "./startPostgres.js"
import { removeDatabasesOf, type TestPostgres, withAdmin } from "./TestPostgres.js"

declare module "vitest" {
  export interface ProvidedContext {
    /** The PostgreSQL of this run. */
    readonly postgres: TestPostgres
  }
}

const assertUsable = (url: string): Promise<void> =>
  withAdmin(url, async (admin) => {
    const { rowCount } = await admin.query(
      "select from pg_roles where rolname = current_user and (rolsuper or rolcreatedb)"
    )
    if (rowCount === 0) throw new Error("its user may not create databases")
  }).catch((error: unknown) => {
    throw new Error(`TEST_DATABASE_URL is of no use to the tests: ${String(error)}`, { cause: error })
  })

/** One PostgreSQL for the run: that of TEST_DATABASE_URL, whose user may create databases, or one that is started. */
export default async ({ provide }: TestProject): Promise<() => Promise<void>> => {
  const run = randomBytes(6).toString("hex")
  const given = process.env["TEST_DATABASE_URL"]
  if (given === undefined || given === "") {
    const server = await startPostgres()
    provide("postgres", { url: server.url, run })
    return server.remove
  }
  await assertUsable(given)
  const postgres = { url: given, run }
  provide("postgres", postgres)
  return () => removeDatabasesOf(postgres)
}
