import { join } from "node:path"
import { openSqlite } from "@boardwright/sqlite/driver"
import { Client } from "pg"
import { describe, expect, it } from "vitest"
import { get, post } from "../../../test/support/standalone.js"
import { DATABASES, type Place, places } from "./userRuns.js"

const place = places()

const AT = "2027-01-01T00:00:00.000Z"

/** Runs a statement on the database of a place. */
const execute = async ({ DATA_DIR = "", DATABASE_URL }: Place["environment"], statement: string): Promise<void> => {
  if (DATABASE_URL === undefined) {
    const database = openSqlite(join(DATA_DIR, "boardwright.db"))
    database.exec(statement)
    database.close()
    return
  }
  const client = new Client({ connectionString: DATABASE_URL })
  await client.connect()
  await client.query(statement)
  await client.end()
}

describe.each(DATABASES)("changes expire-cursors beside a running server on %s", (_, database) => {
  it("makes every cursor expire and writes the new one", async () => {
    const { run, startWithAda } = await place(database)
    const { headers, server, token } = await startWithAda()
    await post(server, "/api/workspaces", { name: "Garden" }, headers)
    const changes = (query: string) => get(server, `/api/changes${query}`, token)
    const { cursor } = (await changes("")).body
    expect((await changes(`?since=${cursor}`)).status).toBe(200)

    const { code, stderr, stdout } = await run(["changes", "expire-cursors", "--json"])
    expect([code, stderr]).toEqual([0, "every earlier cursor has expired: readers of the feed load their data again\n"])
    const renewed = JSON.parse(stdout)
    expect(renewed.cursor).not.toBe(cursor)
    expect(await changes(`?since=${cursor}`)).toMatchObject({ status: 410, body: renewed })
    expect(await changes(`?since=${renewed.cursor}`)).toMatchObject({ status: 200, body: { changes: [] } })
  })
})

describe.each(DATABASES)("changes consumers, resume and remove on %s", (_, database) => {
  it("show a parked consumer, let it go on and remove it", async () => {
    const { environment, run } = await place(database)
    expect((await run(["migrate", "up"])).code).toBe(0)
    const { cursor } = JSON.parse((await run(["changes", "expire-cursors", "--json"])).stdout)
    expect((await run(["changes", "consumers"])).stdout).toBe("")
    await execute(
      environment,
      `insert into boardwright_consumer (name, epoch, position, attempts, due_at, failing_since, last_error, parked_at)
        values ('slack', 'another', 0, 3, '${AT}', '${AT}', 'Error: no', '${AT}')`
    )
    const listed = await run(["changes", "consumers"])
    expect(listed.stdout).toBe(`slack\tparked\texpired\t${AT}\tError: no\n`)

    const expired = await run(["changes", "resume", "slack"])
    expect([expired.code, expired.stderr]).toEqual([
      1,
      "boardwright: the cursor has expired: give --since now, start or a cursor\n"
    ])
    const wrong = await run(["changes", "resume", "slack", "--since", "yesterday"])
    expect([wrong.code, wrong.stderr]).toEqual([
      2,
      expect.stringContaining("--since must be a cursor of the feed, now or start (see")
    ])
    expect((await run(["changes", "resume", "slack", "--since", cursor])).code).toBe(0)
    const [consumer] = JSON.parse((await run(["changes", "consumers", "--json"])).stdout)
    expect(consumer).toMatchObject({ name: "slack", cursor, behind: 0, attempts: 0, parkedAt: null, lastError: null })

    expect((await run(["changes", "remove", "slack", "--json"])).stdout).toBe(`{"name":"slack"}\n`)
    const missing = await run(["changes", "remove", "slack"])
    expect([missing.code, missing.stderr]).toEqual([4, `boardwright: Consumer "slack" does not exist\n`])
  })
})
