import { asUser, type Boardwright, createBoardwright, postgres } from "@boardwright/embed"
import pg from "pg"
import { describe, expect, it, type TestContext } from "vitest"
import { newDatabase } from "../support/postgres/databases.js"
import { withAdmin } from "../support/postgres/TestPostgres.js"

/** Longer than the longest timeout of the storage, that of a heavy statement: 61 s. */
const LONGER_SECONDS = 64
const TRANSACTION_SECONDS = 8

/** A server on an app's pool, and the connections that the pool has lost. */
const given = async (max: number, { onTestFinished }: Pick<TestContext, "onTestFinished">) => {
  const { drop, url } = await newDatabase()
  const pool = new pg.Pool({ connectionString: url, max, idleTimeoutMillis: 0 })
  const lost: Array<string> = []
  pool.on("error", ({ message }) => lost.push(message)).on("remove", () => lost.push("removed"))
  // While the app holds all connections, email delivery waits and reports it.
  const onError = () => undefined
  const hub = await createBoardwright({ storage: postgres({ pool }), authenticate: () => null, onError })
  onTestFinished(async () => {
    await hub.close()
    await pool.end()
    await drop()
  })
  return { url, pool, lost, hub }
}

/** Calls of each kind: batched reads, pages, transactions, errors inside them, and one with the longest timeout. */
const useAll = async (hub: Boardwright): Promise<void> => {
  const ada = asUser("ada")
  const { id: workspaceId } = await hub.workspaces.create(ada, { name: "Garden" })
  const board = await hub.boards.create(ada, { name: "Spring", workspaceId })
  const task = await hub.tasks.create(ada, { boardId: board.id, name: "Sow" })
  await Promise.all(Array.from({ length: 20 }, () => hub.tasks.get(ada, task.id)))
  await hub.tasks.update(ada, task.id, { name: "Reap" })
  await expect(hub.tasks.update(asUser("eve"), task.id, { name: "Steal" })).rejects.toMatchObject({ code: "Forbidden" })
  expect((await hub.workspaces.list(ada)).total).toBeGreaterThan(0)
  await hub.boards.delete(ada, board.id)
}

/** A transaction of the app that takes longer than the storage's timeouts; it commits only if its connection survives. */
const hostTransaction = async (pool: pg.Pool, seconds: number): Promise<unknown> => {
  const client = await pool.connect()
  try {
    await client.query("begin")
    const { rows } = await client.query("select pg_backend_pid() as pid, pg_sleep($1)::text", [seconds / 2])
    await client.query("select pg_sleep($1)", [seconds / 2])
    await client.query("commit")
    return rows[0].pid
  } finally {
    client.release()
  }
}

describe.concurrent("an app's pool that the storage has used", () => {
  it("keeps its idle connections for longer than the longest timeout of the storage", async (test) => {
    const { hub, lost, pool, url } = await given(3, test)
    await Promise.all([useAll(hub), useAll(hub), useAll(hub)])
    await withAdmin(url, (admin) => admin.query("select pg_sleep($1)", [LONGER_SECONDS]))
    expect(lost).toEqual([])
    expect(pool.totalCount).toBe(3)
    await useAll(hub)
  })

  it.for([1, 3])(
    "lets the app's own transactions of 8 s through between our calls, on %d connections",
    async (max, test) => {
      const { hub, lost, pool } = await given(max, test)
      const pids = new Set<unknown>()
      for (let passed = 0; passed < LONGER_SECONDS; passed += TRANSACTION_SECONDS) {
        await Promise.all(Array.from({ length: max }, () => useAll(hub)))
        const own = Array.from({ length: max }, () => hostTransaction(pool, TRANSACTION_SECONDS))
        for (const pid of await Promise.all(own)) pids.add(pid)
      }
      expect([pids.size, lost]).toEqual([max, []])
    }
  )
})
