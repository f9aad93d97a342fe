import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { postgres, sqlite } from "@boardwright/embed"
import { openSqlite } from "@boardwright/sqlite/driver"
import { createTestBoardwright } from "@boardwright/testing"
import pg from "pg"
import { describe, expect, it, onTestFinished } from "vitest"
import { newDatabase } from "../../../test/support/postgres/databases.js"
import { ada, failureOf, givenFollowedTask, givenHub } from "./hubs.js"
import { openHostPool } from "../../../test/support/postgres/openHostPool.js"

/** The error of the driver behind an error. */
const driversError = (error: unknown): unknown =>
  error instanceof Error && error.cause !== undefined ? driversError(error.cause) : error

const givenDatabase = async () => {
  const { drop, url } = await newDatabase()
  onTestFinished(drop)
  return url
}

const givenFile = () => {
  const folder = mkdtempSync(join(tmpdir(), "boardwright-host-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return join(folder, "host.db")
}

/** A connection of the host, in a database with a table of its own. */
interface Host {
  readonly client: unknown
  readonly run: (text: string) => Promise<unknown>
  readonly notes: () => Promise<ReadonlyArray<unknown>>
}

const onPostgres = async () => {
  const url = await givenDatabase()
  const pool = openHostPool({ connectionString: url, max: 2 })
  const { hub } = await givenHub({ storage: postgres({ pool }) })
  await pool.query("create table note (text text primary key)")
  const client = await pool.connect()
  onTestFinished(async () => {
    client.release()
    await pool.end()
  })
  const notes = async () => (await client.query("select text from note order by text")).rows.map(({ text }) => text)
  return { hub, url, client, host: { client, run: (text: string) => client.query(text), notes } satisfies Host }
}

const onSqlite = async () => {
  const filename = givenFile()
  const { hub } = await givenHub({ storage: sqlite(filename) })
  const db = openSqlite(filename, { timeout: 0 })
  onTestFinished(() => void db.close())
  db.exec("create table note (text text primary key)")
  const notes = async () => db.prepare("select text from note order by text").pluck().all()
  return { hub, host: { client: db, run: async (text: string) => db.exec(text), notes } satisfies Host }
}

describe.each(Object.entries({ PostgreSQL: onPostgres, SQLite: onSqlite }))("a host's transaction on %s", (_, open) => {
  it("contains the calls, which are in the feed once the host commits", async () => {
    const { hub, host } = await open()
    const { since, task } = await givenFollowedTask(hub)
    await host.run("begin")
    const commented = await hub.withTransaction(host.client, async (tx) => {
      await host.run("insert into note values ('mine')")
      await tx.tasks.update(ada, task.id, { status: "done" })
      expect(await tx.tasks.get(ada, task.id)).toMatchObject({ status: "done" })
      return tx.as("ada").tasks.addComment(task.id, { content: "Done" })
    })
    expect(commented).toMatchObject({ content: "Done" })
    expect(await since()).toEqual([])
    expect(await hub.tasks.get(ada, task.id)).toMatchObject({ status: "pending" })
    await host.run("commit")
    expect(await since()).toEqual(["task.updated", "comment.created"])
    expect(await host.notes()).toEqual(["mine"])
    await hub.tasks.update(ada, task.id, { status: "working" })
  })

  it("leaves nothing of the calls if the host rolls back, or the function throws", async () => {
    const { hub, host } = await open()
    const { since, task } = await givenFollowedTask(hub)
    const thrown = new Error("an error of the host")
    await host.run("begin")
    const failing = hub.withTransaction(host.client, async (tx) => {
      await tx.tasks.update(ada, task.id, { status: "done" })
      throw thrown
    })
    await expect(failing).rejects.toBe(thrown)
    await host.run("rollback")
    expect(await since()).toEqual([])
    await hub.tasks.update(ada, task.id, { status: "working" })
    expect(await since()).toEqual(["task.updated"])
  })

  it("stays usable after a call of ours that failed, of which nothing is kept", async () => {
    const { hub, host } = await open()
    const { board, since, task } = await givenFollowedTask(hub)
    hub.on("comment.created", () => Promise.reject(new Error("a defect of the test")))
    await host.run("begin")
    await host.run("insert into note values ('before')")
    await hub.withTransaction(host.client, async (tx) => {
      expect(await failureOf(tx.tasks.get(ada, "no such task"))).toMatchObject({ code: "NotFound" })
      expect(await failureOf(tx.tasks.addComment(ada, task.id, { content: "Lost" }))).toMatchObject({
        code: "Unexpected"
      })
      await host.run("insert into note values ('between')")
      await tx.tasks.create(ada, { boardId: board.id, name: "Kept" })
    })
    await host.run("commit")
    expect(await host.notes()).toEqual(["before", "between"])
    expect(await since()).toEqual(["task.created"])
  })

  it("may undo an error of its own between the calls by a savepoint", async () => {
    const { hub, host } = await open()
    const { since, task } = await givenFollowedTask(hub)
    await host.run("begin")
    await host.run("insert into note values ('mine')")
    await hub.withTransaction(host.client, async (tx) => {
      await tx.tasks.addSubtask(ada, task.id, { name: "First" })
      await host.run("savepoint mine")
      await expect(host.run("insert into note values ('mine')")).rejects.toThrow(/unique|UNIQUE/)
      await host.run("rollback to savepoint mine")
      await tx.tasks.addSubtask(ada, task.id, { name: "Second" })
    })
    await host.run("commit")
    expect(await since()).toEqual(["subtask.created", "subtask.created"])
  })

  it("is joined by nothing else: other calls fail at once in the function, and its tx afterwards", async () => {
    const { hub, host } = await open()
    const { since, task } = await givenFollowedTask(hub)
    await host.run("begin")
    const tx = await hub.withTransaction(host.client, async (tx) => {
      expect(String(await failureOf(hub.tasks.get(ada, task.id)))).toContain("go through its own tx")
      expect(String(await failureOf(hub.withTransaction(host.client, () => null)))).toContain("go through its own tx")
      return tx
    })
    expect(String(await failureOf(tx.tasks.get(ada, task.id)))).toContain("The transaction of this tx has ended")
    await host.run("commit")
    expect(await since()).toEqual([])
  })

  it("is refused if there is none, or it is somewhere else", async () => {
    const { hub, host } = await open()
    const { hub: other } = await open()
    const ruleOf = async (call: Promise<unknown>) => {
      const error = await failureOf(call)
      expect(error).toMatchObject({ code: "InvalidInput", details: { issues: [{ path: ["client"] }] } })
      return error.message
    }
    expect(await ruleOf(hub.withTransaction(host.client, () => null))).toContain("must be in a transaction")
    expect(await ruleOf(hub.withTransaction({}, () => null))).toContain("client must be a")
    await host.run("begin")
    expect(await ruleOf(other.withTransaction(host.client, () => null))).toMatch(/own (database|file)/)
    const twice = hub.withTransaction(host.client, () => new Promise((resolve) => setImmediate(resolve)))
    expect(await ruleOf(hub.withTransaction(host.client, () => null))).toContain("another withTransaction")
    await twice
    await host.run("commit")
  })
})

it("a hub in memory refuses every connection", async () => {
  const { hub } = await givenHub()
  const db = openSqlite(":memory:")
  onTestFinished(() => void db.close())
  db.exec("begin")
  expect((await failureOf(hub.withTransaction(db, () => null))).message).toContain("a hub in memory has no file")
  const fake = createTestBoardwright()
  onTestFinished(fake.close)
  expect((await failureOf(fake.withTransaction(db, () => null))).message).toContain("no transactions of the host")
})

describe("on SQLite", () => {
  it("other writes wait until the host commits, and reads do not", async () => {
    const { hub, host } = await onSqlite()
    const { since, task } = await givenFollowedTask(hub)
    await host.run("begin immediate")
    await hub.withTransaction(host.client, (tx) => tx.tasks.addSubtask(ada, task.id, { name: "First" }))
    const waiting = hub.tasks.addSubtask(ada, task.id, { name: "Second" })
    expect(await since()).toEqual([])
    await host.run("commit")
    await waiting
    expect((await hub.tasks.get(ada, task.id)).subtasks.map(({ name }) => name)).toEqual(["First", "Second"])
  })
})

describe("on SQLite", () => {
  it("a transaction that has the lock already is joined while another write of the hub waits for it", async () => {
    const { hub, host } = await onSqlite()
    const { task } = await givenFollowedTask(hub)
    host.client.pragma("busy_timeout = 1234")
    await host.run("begin")
    await host.run("insert into note values ('mine')")
    const waiting = hub.tasks.addSubtask(ada, task.id, { name: "Second" })
    await new Promise((resolve) => setImmediate(resolve))
    await hub.withTransaction(host.client, (tx) => tx.tasks.addSubtask(ada, task.id, { name: "First" }))
    await host.run("commit")
    await waiting
    expect((await hub.tasks.get(ada, task.id)).subtasks.map(({ name }) => name)).toEqual(["First", "Second"])
    expect(host.client.pragma("busy_timeout", { simple: true })).toBe(1234)
  })

  it("a transaction that has read what was changed since cannot be joined", async () => {
    const { hub, host } = await onSqlite()
    const { task } = await givenFollowedTask(hub)
    await host.run("begin")
    await host.notes()
    await hub.tasks.addSubtask(ada, task.id, { name: "Meanwhile" })
    const joined = hub.withTransaction(host.client, (tx) => tx.tasks.addSubtask(ada, task.id, { name: "Late" }))
    await expect(joined).rejects.toMatchObject({ code: "StorageUnavailable" })
  })
})

it("a SQLite connection that ends before the host commits leaves nothing", async () => {
  const filename = givenFile()
  const { hub } = await givenHub({ storage: sqlite(filename) })
  const { since, task } = await givenFollowedTask(hub)
  const db = openSqlite(filename, { timeout: 0 })
  db.exec("begin")
  await hub.withTransaction(db, (tx) => tx.tasks.update(ada, task.id, { status: "done" }))
  db.close()
  expect(await since()).toEqual([])
  await hub.tasks.addComment(ada, task.id, { content: "Still works" })
  expect(await since()).toEqual(["comment.created"])
})

/** PgBouncer sets these itself whenever it gives a client another of its connections, which may be at every statement. */
const SET_BY_POOLERS = new Set([
  ...["DateStyle", "TimeZone", "application_name", "client_encoding", "standard_conforming_strings"]
])

describe("on PostgreSQL", () => {
  it("a client that was used has no listener, setting or statement of ours", async () => {
    const { hub, host } = await onPostgres()
    const { task } = await givenFollowedTask(hub)
    const url = await givenDatabase()
    const { hub: other } = await givenHub({ storage: postgres({ url, schema: "Work-1" }) })
    const { task: otherTask } = await givenFollowedTask(other)
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    onTestFinished(() => client.end())
    const listeners = () =>
      [client, client.connection, client.connection.stream].map((emitter) =>
        emitter.eventNames().map((name) => [name, emitter.listenerCount(name)])
      )
    const settings = async () => {
      const { rows } = await client.query(
        "select name, setting from pg_settings where source = 'session' order by name"
      )
      return rows.filter(({ name }: { name: string }) => !SET_BY_POOLERS.has(name))
    }
    const before = [listeners(), await settings()]
    for (const end of ["commit", "rollback"]) {
      await client.query("begin")
      await other.withTransaction(client, async (tx) => {
        await tx.tasks.delete(ada, otherTask.id).catch(() => null)
        await failureOf(tx.tasks.get(ada, "no such task"))
      })
      expect((await client.query("show statement_timeout")).rows).toEqual([{ statement_timeout: "0" }])
      await client.query(end)
    }
    expect([listeners(), await settings()]).toEqual(before)
    expect((await client.query("select name from pg_prepared_statements")).rows).toEqual([])
    await client.query("begin")
    const error = await failureOf(hub.withTransaction(client, (tx) => tx.tasks.get(ada, task.id)))
    expect(error.message).toContain("client must be connected to")
    await client.query("rollback")
    expect(await host.notes()).toEqual([])
  })

  it("a client that was never connected is refused", async () => {
    const { hub, url } = await onPostgres()
    const client = new pg.Client({ connectionString: url })
    const error = await failureOf(hub.withTransaction(client, () => null))
    expect(error).toMatchObject({ code: "InvalidInput" })
    expect(error.message).toContain("client must be a Client or PoolClient of the package pg, connected")
  })

  it("a failed transaction is refused, and the driver's error of a conflict reaches the host", async () => {
    const { client, host, hub, url } = await onPostgres()
    const { board, task } = await givenFollowedTask(hub)
    const second = await hub.tasks.create(ada, { boardId: board.id, name: "Sow" })
    await host.run("begin")
    await expect(host.run("select no_such_column")).rejects.toThrow("no_such_column")
    const refused = await failureOf(hub.withTransaction(host.client, () => null))
    expect(refused.message).toContain("a transaction that has not failed")
    await host.run("rollback")
    await host.run("begin read only")
    const readOnly = await failureOf(hub.withTransaction(host.client, () => null))
    expect([readOnly.code, readOnly.message]).toEqual(["InvalidInput", expect.stringContaining("may write")])
    await host.run("rollback")
    // Each of two hosts locks one task, then both want the other's.
    const others = new pg.Client({ connectionString: url })
    await others.connect()
    onTestFinished(() => others.end())
    const clients = [client, others]
    const [first, other] = [
      [task.id, second.id],
      [second.id, task.id]
    ]
    for (const client of clients) await client.query("begin")
    const lock = (client: unknown, id: string | undefined) =>
      hub.withTransaction(client, (tx) => tx.tasks.update(ada, id ?? "", { status: "done" }))
    await lock(clients[0], first?.[0])
    await lock(clients[1], other?.[0])
    const finish = async (client: pg.ClientBase, id: string | undefined) => {
      try {
        await lock(client, id)
        await client.query("commit")
        return null
      } catch (error) {
        // Only the savepoint is undone: the host decides about its transaction, which still holds its first lock.
        const { rows } = await client.query("select 1 as one")
        await client.query("rollback")
        return { rows, error: driversError(error) }
      }
    }
    const ends = await Promise.all([finish(client, first?.[1]), finish(others, other?.[1])])
    expect(ends.filter((end) => end !== null)).toMatchObject([{ rows: [{ one: 1 }], error: { code: "40P01" } }])
  })

  it("a connection that is lost before the host commits leaves nothing", async () => {
    const { client, hub, url } = await onPostgres()
    const { since, task } = await givenFollowedTask(hub)
    await client.query("begin")
    await hub.withTransaction(client, (tx) => tx.tasks.update(ada, task.id, { status: "done" }))
    const [row] = (await client.query<{ pid: number }>("select pg_backend_pid() as pid")).rows
    const lost = new Promise((resolve) => client.on("error", resolve))
    const killer = new pg.Client({ connectionString: url })
    await killer.connect()
    await killer.query("select pg_terminate_backend($1)", [row?.pid])
    await lost
    await killer.end()
    expect(await since()).toEqual([])
    expect(await hub.tasks.get(ada, task.id)).toMatchObject({ status: "pending" })
  })
})
