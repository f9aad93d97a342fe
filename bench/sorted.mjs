import { join } from "node:path"
import { openSqlite } from "@boardwright/sqlite/driver"
import { contestants, startContestant } from "./measure/contestants.mjs"
import { sqliteDatabases } from "./measure/databases.mjs"
import { median } from "./measure/figures.mjs"
import { HttpConnection, requestBytes } from "./measure/httpConnection.mjs"
import { postgresDatabases, withClient } from "./measure/postgresDatabases.mjs"
import { short, tableOf } from "./report.mjs"
import { BOARDS, columnOf, COLUMNS, idOf, SIZES, tokenOf } from "./work/fixture.mjs"

const MOST = 2
const PAGE = 50
const WARM = 5

const boardId = idOf("board", BOARDS.read)
const column = columnOf(BOARDS.read, 3)
const LIVING = `from boardwright_task where board_id = '${boardId}' and deletion_id is null`

/** By hand, a page sorts nothing but keys, and reads its own tasks alone. */
const pageBy = (key, assignees) => `with page as (
    select id, rank, ${key} as key ${LIVING} order by key nulls last, rank, id limit ${PAGE}
  ) select t.id, t.group_id, t.name, t.status, t.priority, t.due_date, t.created_at, t.updated_at, t.description,
    (select ${assignees} from boardwright_task_assignee a where a.task_id = t.id) as assignees
  from page join boardwright_task t on t.id = page.id order by page.key nulls last, page.rank, page.id`
const TOTAL = `select count(*) as total ${LIVING}`

const dialects = {
  SQLite: {
    open: sqliteDatabases,
    assignees: "json_group_array(a.user_id order by a.position)",
    keys: { "a due date": "due_date", "a column": `column_values ->> '$."${column}"'` },
    ask: async ({ url }, use) => {
      const db = openSqlite(url)
      try {
        const prepared = new Map()
        const all = (text) => {
          if (!prepared.has(text)) prepared.set(text, db.prepare(text))
          return prepared.get(text).all()
        }
        return await use(all)
      } finally {
        db.close()
      }
    }
  },
  PostgreSQL: {
    open: postgresDatabases,
    assignees: "json_agg(a.user_id order by a.position)",
    keys: { "a due date": "due_date", "a column": `(column_values ->> '${column}') collate "C"` },
    ask: ({ url }, use) =>
      withClient(url, (client) => {
        const names = new Map()
        const named = (text) => names.get(text) ?? (names.set(text, `named${names.size}`), names.get(text))
        return use(async (text) => (await client.query({ name: named(text), text })).rows)
      })
  }
}

const sorts = { "a due date": "dueDate", "a column": `column:${column}` }

const timed = async (work) => {
  const begin = performance.now()
  const result = await work()
  return { millis: performance.now() - begin, result }
}

const get = (connection, path) =>
  new Promise((resolve, reject) => {
    const done = (error, status, body) => {
      if (error || status !== 200) reject(error ?? new Error(`GET ${path} answers ${status}`))
      else resolve(body)
    }
    connection.send(requestBytes({ method: "GET", path, token: tokenOf(1) }), done, true)
  })

/** Twenty conditions that no task meets, any of which would do: as long as a list can take. */
const measureConditions = async (server, rounds) => {
  const connection = new HttpConnection(server.port)
  const any = Array.from({ length: COLUMNS }, (_, at) => ({
    column: columnOf(BOARDS.read, at),
    op: "contains",
    value: "nobody"
  }))
  const path = `/api/tasks?boardId=${boardId}&limit=${PAGE}&filter=${encodeURIComponent(JSON.stringify({ any }))}`
  const seen = []
  try {
    for (let round = 0; round < WARM + 2 * rounds; round++) {
      if (round === WARM) await server.probe("watch")
      const { millis, result } = await timed(() => get(connection, path))
      if (JSON.parse(result).pagination.total !== 0) throw new Error("a task meets a condition")
      if (round >= WARM) seen.push(millis)
    }
  } finally {
    connection.close()
  }
  return { ours: seen, longestStop: (await server.probe("tell")).longestStop }
}

const measureSort = async (server, all, { assignees, keys }, what, rounds) => {
  const connection = new HttpConnection(server.port)
  const seen = { byHand: [], ours: [] }
  const ways = {
    byHand: async () => {
      const tasks = await all(pageBy(keys[what], assignees))
      const [{ total }] = await all(TOTAL)
      return JSON.parse(JSON.stringify({ tasks, total }))
    },
    ours: async () =>
      JSON.parse(await get(connection, `/api/tasks?boardId=${boardId}&limit=${PAGE}&sort=${sorts[what]}`))
  }
  try {
    for (let round = 0; round < WARM + 10 * rounds; round++) {
      if (round === WARM) await server.probe("watch")
      const answers = []
      for (const [name, way] of Object.entries(ways)) {
        const { millis, result } = await timed(way)
        if (round >= WARM) seen[name].push(millis)
        answers.push(JSON.stringify(result.tasks.map(({ id }) => id)))
      }
      if (answers[0] !== answers[1]) throw new Error(`sorted by ${what}, the tasks differ`)
    }
  } finally {
    connection.close()
  }
  const { longestStop } = await server.probe("tell")
  return { ...seen, longestStop, ratio: median(seen.ours.map((each, at) => each / seen.byHand[at])) }
}

const measureServer = async (name, title, databases, dialect, rounds) => {
  const rows = []
  const server = await startContestant(name, await databases.copy())
  try {
    await dialect.ask(await databases.copy(), async (all) => {
      for (const what of Object.keys(sorts)) {
        const { byHand, longestStop, ours, ratio } = await measureSort(server, all, dialect, what, rounds)
        const aim = ratio <= MOST ? "met" : "**not met**"
        const figures = [median(byHand), median(ours)].map(short)
        rows.push([`${title}, by ${what}`, ...figures, ratio.toFixed(2), aim, short(longestStop)])
      }
    })
    const { longestStop, ours } = await measureConditions(server, rounds)
    rows.push([`${title}, 20 conditions`, "", short(median(ours)), "", "", short(longestStop)])
  } finally {
    await server.stop()
  }
  return rows
}

/**
 * The first page of a board of 10,000 tasks in another order than its own, over HTTP, beside the statements that one would write
 * for it by hand, which pay for no HTTP. They take turns. Then a list by conditions, and an earlier server before ours, if there is one.
 */
export const measureSorted = async (folder, { rounds }) => {
  const rows = []
  for (const [title, dialect] of Object.entries(dialects)) {
    const databases = await dialect.open(join(folder, title.toLowerCase()))
    try {
      if ("earlier" in contestants)
        rows.push(...(await measureServer("earlier", `${title}, earlier`, databases, dialect, rounds)))
      rows.push(...(await measureServer("us", title, databases, dialect, rounds)))
    } finally {
      await databases.remove()
    }
  }
  const head = `${PAGE} of ${SIZES.read.toLocaleString("en")} tasks, in ms`
  return tableOf([head, "by hand", "ours", "times", `at most ${MOST}`, "longest stop"], rows)
}
