import { Access, Account, Board, Rate, Task, Workspace } from "@boardwright/core"
import { layer } from "@boardwright/postgres"
import { Effect } from "effect"
import pg from "pg"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { newDatabase, type TestDatabase } from "../support/postgres/databases.js"
import { filling } from "./fill.js"
import { assignedLists, everybodysPages, lookingUp, statementsOf, taskLists, valuesFor, isOf } from "./statements.js"

interface Plan {
  readonly "Node Type": string
  readonly "Relation Name"?: string
  readonly "Index Name"?: string
  readonly "Index Cond"?: string
  readonly Plans?: ReadonlyArray<Plan>
}

interface Prepared {
  readonly name: string
  readonly operation: string
  readonly text: string
  readonly values: ReadonlyArray<string>
}

const nodesOf = (plan: Plan): ReadonlyArray<Plan> => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

/** Whether a part of a plan reads a whole table, be it by an index; two have few rows. */
const readsAll = (node: Plan): boolean =>
  node["Node Type"] === "Seq Scan"
    ? !/^boardwright_(migrations|feed)$/.test(node["Relation Name"] ?? "")
    : /^(Index|Index Only|Bitmap Index) Scan$/.test(node["Node Type"]) && node["Index Cond"] === undefined

const twice = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.all([effect, effect], { concurrency: "unbounded" })

/** Every read that answers several callers at once, asked by two. */
const readTogether = Effect.gen(function* () {
  const accounts = yield* Account.AccountRepository
  const access = yield* Access.AccessRepository
  const [user, workspace] = [Account.UserId.make("user-7"), Workspace.WorkspaceId.make("workspace-1")]
  const [board, task] = [Board.BoardId.make("board-7"), Task.TaskId.make("task-7")]
  const reads = [
    accounts.find(user),
    accounts.tokenVersion(user),
    accounts.users([user]),
    (yield* Account.SessionRepository).find(user, Account.SessionId.make("session-7")),
    access.workspace(workspace, user),
    access.board(board, user),
    access.task(task, user),
    (yield* Workspace.WorkspaceRepository).find(workspace),
    (yield* Board.BoardRepository).find(board),
    (yield* Task.TaskRepository).find(task, user)
  ]
  yield* Effect.forEach(reads, (read) => twice<unknown, unknown, never>(read))
  return reads.length
})

/** What is given to such a read, and to a count: lists. */
const listsFor = (text: string): ReadonlyArray<string> => {
  if (text.startsWith("insert into boardwright_rate_count")) return ["{key-7}", "{1}", "60000"]
  return Array.from(new Set(text.match(/\$\d+/g)), () => "{board-7,task-7,user-7}")
}

/** What the storage prepares beside its repositories' statements, on the pool's one connection, by doing it. */
const prepareOwn = async (pool: pg.Pool): Promise<ReadonlyArray<Prepared>> => {
  const found = await Effect.runPromise(
    Effect.gen(function* () {
      const { hit } = yield* Rate.RateCounts
      yield* hit("key-7", 60_000)
      const reads = yield* readTogether
      return yield* Effect.promise(() =>
        vi.waitFor(async () => {
          const found = await pool.query(
            `select name, statement as text from pg_prepared_statements
              where statement like '%boardwright_rate_count%' or statement like '%unnest%lateral%'`
          )
          expect(found.rows).toHaveLength(2 + reads)
          return found.rows as ReadonlyArray<{ readonly name: string; readonly text: string }>
        })
      )
    }).pipe(Effect.provide(layer({ pool })))
  )
  return found.map(({ name, text }) => ({ name, operation: name, text, values: listsFor(text) }))
}

describe("plans of PostgreSQL", () => {
  let database: TestDatabase
  let pool: pg.Pool
  const statements: Array<Prepared> = []
  beforeAll(async () => {
    database = await newDatabase()
    // One connection: what is prepared on it stays prepared.
    pool = new pg.Pool({ connectionString: database.url, max: 1 })
    // Who may do so fills faster: without a look at each reference.
    await pool.query(`select set_config('session_replication_role', 'replica', false)
      from pg_roles where rolname = current_user and rolsuper`)
    for (const statement of filling("pg")) await pool.query(statement)
    await pool.query("set session_replication_role = default")
    for (const [at, { operation, text }] of (await statementsOf("pg")).entries()) {
      await pool.query(`prepare plan_${at} as ${text}`)
      statements.push({ name: `plan_${at}`, operation, text, values: valuesFor(text) })
    }
    statements.push(...(await prepareOwn(pool)))
  }, 120_000)
  afterAll(async () => {
    await pool.end()
    await database.drop()
  })

  const planOf = async ({ name, values }: Pick<Prepared, "name" | "values">): Promise<ReadonlyArray<Plan>> => {
    const given = values.length === 0 ? "" : `(${values.map((value) => pg.escapeLiteral(value)).join(", ")})`
    const { rows } = await pool.query(`explain (format json) execute ${name}${given}`)
    return nodesOf(rows[0]["QUERY PLAN"][0].Plan)
  }

  // What a connection does with a statement at first, and what it may do once it has run it five times.
  describe.each(["force_custom_plan", "force_generic_plan"])("under %s", (mode) => {
    it("look every row up by an index, but for an operator's lists of all there is", async () => {
      await pool.query(`set plan_cache_mode = ${mode}`)
      expect(statements.length).toBeGreaterThan(60)
      const scans: Array<string> = []
      for (const statement of lookingUp(statements)) {
        if ((await planOf(statement)).some(readsAll)) scans.push(statement.text)
      }
      const ofEverybody = statements.filter(isOf.everybody)
      expect(ofEverybody).toHaveLength(7)
      expect(scans).toEqual(ofEverybody.map(({ text }) => text))
    })

    it("read the ends of the feed by its indexes", async () => {
      await pool.query(`set plan_cache_mode = ${mode}`)
      const ends = statements.filter(isOf.feedEnds)
      expect(ends).toHaveLength(8)
      for (const each of ends) {
        const nodes = (await planOf(each)).filter((node) => node["Relation Name"] === "boardwright_change")
        const reading = nodes.filter((node) => !/^(Bitmap Heap Scan|ModifyTable)$/.test(node["Node Type"]))
        const indexes = reading.map((node) => node["Index Name"])
        expect(indexes).toEqual(
          indexes.map(() => expect.stringMatching(/^boardwright_change_(board|pkey|position|task|unplaced)$/))
        )
      }
    })

    it("count the queues by their indexes", async () => {
      await pool.query(`set plan_cache_mode = ${mode}`)
      const [counting, ...others] = statements.filter(isOf.backlogs)
      expect(others).toEqual([])
      const nodes = counting === undefined ? [] : await planOf(counting)
      const indexes = nodes.flatMap((node) => node["Index Name"] ?? [])
      expect(indexes).toEqual(
        expect.arrayContaining([
          "boardwright_mail_job_due",
          "boardwright_webhook_delivery_due",
          "boardwright_change_unplaced"
        ])
      )
    })

    it("read a page of those lists in the order of an index", async () => {
      await pool.query(`set plan_cache_mode = ${mode}`)
      const pages = everybodysPages(statements)
      expect(pages).toHaveLength(3)
      for (const [statement, index] of pages) {
        const nodes = await planOf(statement)
        const [limit, page, ...others] = nodes.map((node) => node["Index Name"] ?? node["Node Type"])
        expect([limit, page]).toEqual(["Limit", index])
        // What the rows name is found by its key.
        expect(others.filter((node) => !node.endsWith("_pkey"))).toEqual([])
      }
    })

    it("read a page of the security log of all accounts in the order of its index", async () => {
      await pool.query(`set plan_cache_mode = ${mode}`)
      const pages = statements.filter((each) => isOf.log(each) && each.text.includes("limit"))
      expect(pages).toHaveLength(1)
      for (const page of pages) {
        const nodes = await planOf(page)
        expect(nodes.map((node) => node["Index Name"])).toContain("boardwright_security_event_at")
        expect(nodes.some((node) => node["Node Type"].includes("Sort"))).toBe(false)
      }
    })

    it("read every list of tasks in its order, sorting nothing but the tasks of an assignee", async () => {
      await pool.query(`set plan_cache_mode = ${mode}`)
      const lists = taskLists(statements)
      expect(lists).toHaveLength(8)
      const sorting: Array<string> = []
      for (const list of lists.filter((each) => !isOf.assignee(each))) {
        if ((await planOf(list)).some((node) => node["Node Type"].includes("Sort"))) sorting.push(list.text)
      }
      expect(sorting).toEqual([])
    })
  })

  it("find a user's tasks on all boards by the index of assignees", async () => {
    await pool.query("set plan_cache_mode = force_custom_plan")
    const lists = await assignedLists("pg")
    expect(lists).toHaveLength(2)
    for (const [at, { text }] of lists.entries()) {
      await pool.query(`prepare assigned_${at} as ${text}`)
      const nodes = await planOf({ name: `assigned_${at}`, values: valuesFor(text) })
      expect(nodes.map((node) => node["Index Name"])).toContain("boardwright_task_assignee_user")
      expect(nodes.filter(readsAll)).toEqual([])
    }
  })

  it("find what refers to a removed row by an index", async () => {
    const { rows } = await pool.query(`select conname as name, exists (select from pg_index
        where indrelid = conrelid and indpred is null
          and (indkey::int2[])[0:cardinality(conkey) - 1] @> conkey) as found
      from pg_constraint where contype = 'f'`)
    expect(rows.length).toBeGreaterThan(8)
    expect(rows.filter(({ found }) => found !== true)).toEqual([])
  })
})
