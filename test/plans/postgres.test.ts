import { Rate } from "@boardwright/core"
import { layer } from "@boardwright/postgres"
import { Context, Effect, Layer } from "effect"
import pg from "pg"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { newDatabase, type TestDatabase } from "../support/postgres/databases.js"
import { filling } from "./fill.js"
import { everybodysPages, isOfAssignee, isOfEverybody, statementsOf, taskLists, valuesFor } from "./statements.js"

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

/** Whether a part of a plan reads a whole table, be it by an index. */
const readsAll = (node: Plan): boolean =>
  node["Node Type"] === "Seq Scan"
    ? node["Relation Name"] !== "boardwright_migrations"
    : /^(Index|Index Only|Bitmap Index) Scan$/.test(node["Node Type"]) && node["Index Cond"] === undefined

/** Counts a request, so that the statements of the counts are prepared on the pool's one connection. */
const prepareRateCounts = async (pool: pg.Pool): Promise<ReadonlyArray<Prepared>> => {
  const hit = Effect.gen(function* () {
    const { hit } = Context.get(yield* Layer.build(layer({ pool })), Rate.RateCounts)
    yield* hit("key-7", 60_000)
    return yield* Effect.promise(() =>
      vi.waitFor(async () => {
        const found = await pool.query("select name from pg_prepared_statements where name ~ '^boardwright_rate_'")
        expect(found.rows).toHaveLength(2)
        return found.rows as ReadonlyArray<{ readonly name: string }>
      })
    )
  })
  const found = await Effect.runPromise(Effect.scoped(hit))
  return found.map(({ name }) => ({
    name,
    operation: name,
    text: name,
    values: name.endsWith("hit") ? ["key-7", "60000"] : []
  }))
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
    statements.push(...(await prepareRateCounts(pool)))
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
      for (const statement of statements) {
        if ((await planOf(statement)).some(readsAll)) scans.push(statement.text)
      }
      const ofEverybody = statements.filter(isOfEverybody)
      expect(ofEverybody).toHaveLength(4)
      expect(scans).toEqual(ofEverybody.map(({ text }) => text))
    })

    it("read a page of those lists in the order of an index", async () => {
      await pool.query(`set plan_cache_mode = ${mode}`)
      const pages = everybodysPages(statements)
      expect(pages).toHaveLength(2)
      for (const [page, index] of pages) {
        const nodes = await planOf(page)
        expect(nodes.map((node) => node["Index Name"] ?? node["Node Type"])).toEqual(["Limit", index])
      }
    })

    it("read every list of tasks in its order, sorting nothing but the tasks of an assignee", async () => {
      await pool.query(`set plan_cache_mode = ${mode}`)
      const lists = taskLists(statements)
      expect(lists).toHaveLength(8)
      const sorting: Array<string> = []
      for (const list of lists.filter((each) => !isOfAssignee(each))) {
        if ((await planOf(list)).some((node) => node["Node Type"].includes("Sort"))) sorting.push(list.text)
      }
      expect(sorting).toEqual([])
    })
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
