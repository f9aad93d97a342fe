import { join } from "node:path"
import { openSqlite } from "@boardwright/sqlite/driver"
import { Client } from "pg"
import { describe, expect, it, onTestFinished, vi } from "vitest"
import { runCommand } from "../support/childServer.js"
import { post, standaloneServers } from "../support/standalone.js"
import { DATABASES, environmentOn } from "./given.js"
import { print } from "./Load.js"

const servers = standaloneServers()
vi.setConfig({ testTimeout: 240_000 })

const TASKS = 12_000
const KILLS = 4

type Query = (text: string) => Promise<ReadonlyArray<Record<string, unknown>>>

const connect = async (dataDir: string, url: string | undefined): Promise<Query> => {
  if (url !== undefined) {
    const client = new Client({ connectionString: url })
    await client.connect()
    onTestFinished(() => client.end())
    return async (text) => (await client.query(text)).rows
  }
  const database = openSqlite(join(dataDir, "boardwright.db"), { timeout: 10_000 })
  onTestFinished(() => {
    database.close()
  })
  return async (text) => {
    if (text.startsWith("select")) return database.prepare(text).all() as ReadonlyArray<Record<string, unknown>>
    database.exec(text)
    return []
  }
}

const CHILDREN = ["comment", "subtask", "time_entry", "task_assignee"]

/** What belongs to the board, or to everything else, by table. */
const rowsOf = (boardId: string, isBoard: boolean): Readonly<Record<string, string>> => {
  const is = isBoard ? "=" : "<>"
  const parts = ["task", "group", "column", "member", "invitation", "webhook", "deletion"]
  return {
    board: `boardwright_board where id ${is} '${boardId}'`,
    ...Object.fromEntries(parts.map((part) => [part, `boardwright_${part} where board_id ${is} '${boardId}'`])),
    ...Object.fromEntries(
      CHILDREN.map((child) => [
        child,
        `boardwright_${child} where task_id in (select id from boardwright_task where board_id ${is} '${boardId}')`
      ])
    )
  }
}

const GIVEN = [
  `insert into boardwright_subtask (id, task_id, name, completed, created_at) select 'subtask of ' || id, id, 'Part', false, created_at from boardwright_task`,
  `insert into boardwright_comment (id, task_id, user_id, content, mentions, created_at) select 'comment of ' || t.id, t.id, u.id, 'Look', '[]', t.created_at
    from boardwright_task t, (select min(id) as id from boardwright_account) u`
]

describe.each(DATABASES)("the purge of a board on %s", (database) => {
  it(`continues after ${KILLS} kills (SIGKILL), ends, and touches nothing else`, async () => {
    const dataDir = join(servers.directory, database)
    const environment = await environmentOn(database)
    const command = async (...parameters: ReadonlyArray<string>) => {
      const child = runCommand(parameters, { ...environment, DATA_DIR: dataDir })
      if ((await child.ended) !== 0) throw new Error(child.stderr())
      return child.stdout()
    }
    const seeded = JSON.parse(await command("seed", "--boards", "2", "--tasks", String(TASKS), "--json"))
    const [gone, kept]: ReadonlyArray<string> = seeded.boards
    const token = (await command("token", "mint", "--as", seeded.owner.email)).trim()
    const headers = { authorization: `Bearer ${token}` }

    const query = await connect(dataDir, environment["DATABASE_URL"])
    for (const statement of GIVEN) await query(statement)
    const counts = Object.values(rowsOf(gone ?? "", true)).map((from) => `(select count(*) from ${from})`)
    const left = async () => Number((await query(`select ${counts.join(" + ")} as rows`))[0]?.["rows"])
    const everythingElse = async () => {
      const rows: Array<unknown> = []
      for (const from of Object.values(rowsOf(gone ?? "", false))) {
        rows.push(await query(`select * from ${from} order by 1, 2`))
      }
      return rows
    }

    let server = await servers.start(database, environment)
    // A deletion in the trash of the board that stays, and changes of the one that goes.
    const [task] = await query(`select id from boardwright_task where board_id = '${kept}' limit 1`)
    const [path, body] = [`${server.url}/api/tasks/${task?.["id"]}`, { name: "Renamed" }]
    expect((await fetch(path, { method: "DELETE", headers })).status).toBe(200)
    expect((await post(server, `/api/boards/${gone}/groups`, body, headers)).status).toBe(201)
    const before = await everythingElse()
    const all = await left()
    const deletion = await fetch(`${server.url}/api/boards/${gone}?permanent=true`, { method: "DELETE", headers })
    expect(deletion.status).toBe(200)
    expect(await server.stop()).toBe(0)
    expect(await left()).toBe(all + 1)

    const remaining: Array<number> = []
    for (let rows = all; remaining.length < KILLS;) {
      server = await servers.start(database, environment)
      rows = await vi.waitFor(
        async () => {
          const now = await left()
          expect(now).toBeLessThan(rows)
          return now
        },
        { timeout: 60_000, interval: 1 }
      )
      await server.stop("SIGKILL")
      rows = await left()
      remaining.push(rows)
    }
    print(`${database}: of ${all} rows ${remaining.join(", ")} were left at the kills`)
    expect(remaining.at(-1)).toBeGreaterThan(0)

    server = await servers.start(database, environment)
    await vi.waitFor(async () => expect(await left()).toBe(0), { timeout: 60_000, interval: 20 })
    const fields = "fields from boardwright_change where board_id"
    expect(await query(`select distinct cast(fields as text) as ${fields} = '${gone}'`)).toEqual([{ fields: "{}" }])
    expect(await everythingElse()).toEqual(before)
    expect(await server.stop()).toBe(0)
  })
})
