import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Account, type System } from "@boardwright/core"
import * as Postgres from "@boardwright/postgres"
import * as Sqlite from "@boardwright/sqlite"
import { openSqlite } from "@boardwright/sqlite/driver"
import { Effect, type Layer, Option } from "effect"
import pg from "pg"
import { afterAll, describe, expect, it } from "vitest"
import { oldSchema } from "./support/oldSchema.js"
import { newEmptyDatabase } from "./support/postgres/databases.js"

const undo: Array<() => unknown> = []
afterAll(async () => {
  for (const each of undo) await each()
})

/** An index over a large table, as `docs/scaling.md` says to make it before the migration that has it. */
const BY_HAND = "create index boardwright_board_name on boardwright_board (name, created_at, id)"

const sqlite = async (count: number, ...more: ReadonlyArray<string>) => {
  const folder = mkdtempSync(join(tmpdir(), "boardwright-upgrade-"))
  undo.push(() => rmSync(folder, { recursive: true }))
  const filename = join(folder, "boardwright.db")
  const database = openSqlite(filename)
  database.exec([...oldSchema(count, "sqlite", "datetime"), ...more].join(";\n"))
  database.close()
  return Sqlite.layer({ filename })
}

const postgres = async (count: number, ...more: ReadonlyArray<string>) => {
  const { drop, url } = await newEmptyDatabase()
  undo.push(drop)
  const client = new pg.Client(url)
  await client.connect()
  await client.query([...oldSchema(count, "pg", "timestamp with time zone"), ...more].join(";\n"))
  await client.end()
  return Postgres.layer({ url })
}

const upgraded = <E>(storage: Layer.Layer<System.StoragePorts, E>) =>
  Effect.gen(function* () {
    const accounts = yield* Account.AccountRepository
    const found = Option.getOrThrow(yield* accounts.findByEmail("ada@example.com"))
    yield* accounts.disable(found.id, found.createdAt)
    return [found, Option.getOrThrow(yield* accounts.find(found.id))]
  }).pipe(Effect.provide(storage), Effect.runPromise)

describe.each([
  ["SQLite", sqlite],
  ["PostgreSQL", postgres]
])("a %s database of an older version", (kind, made) => {
  it("of before accounts could be disabled is brought up to date with its accounts, none of which is disabled", async () => {
    const [found, disabled] = await upgraded<unknown>(await made(5))
    expect(found).toEqual({
      id: "ada",
      name: "Ada",
      email: "Ada@example.com",
      avatar: "/a.svg",
      passwordHash: "hash",
      verifiedAt: null,
      hasCompletedOnboarding: kind === "PostgreSQL",
      onboardingData: {},
      timezone: null,
      language: null,
      notifications: {},
      tokenVersion: 3,
      disabledAt: null,
      createdAt: "2026-01-02T12:00:00.345Z"
    })
    expect(disabled).toEqual({ ...found, disabledAt: "2026-01-02T12:00:00.345Z", tokenVersion: 4 })
  })

  it("is brought up to date where an index was made by hand before", async () => {
    const [found] = await upgraded<unknown>(await made(6, BY_HAND))
    expect(found).toMatchObject({ id: "ada", disabledAt: null })
  })
})
