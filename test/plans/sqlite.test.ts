import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Database } from "@boardwright/sql"
import { layer } from "@boardwright/sqlite"
import { Effect, ManagedRuntime } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { filling } from "./fill.js"
import { assignedLists, everybodysPages, lookingUp, statementsOf, taskLists, valuesFor, isOf } from "./statements.js"

const statements = await statementsOf("sqlite")

// Rows of a parameter, of a `values` clause, and of what an index has picked already.
const reads = (step: string): boolean =>
  step.startsWith("SCAN") &&
  !/^SCAN (json_each|\d+-ROW VALUES|CONSTANT ROW|visible|few|listed|given|part|measured|seen|person|\(subquery-\d+\))/.test(
    step
  )

describe.each([
  ["empty", []],
  ["full", filling("sqlite")]
])("plans of SQLite where the tables are %s", (_, fill) => {
  const directory = mkdtempSync(join(tmpdir(), "boardwright-plans-"))
  const runtime = ManagedRuntime.make(layer({ filename: join(directory, "test.db") }))
  const run = (text: string, values: ReadonlyArray<string> = []) =>
    runtime.runPromise(
      Effect.flatMap(Database, (database) =>
        database.prepare({ operation: "test", text, writes: !/^(select|explain|with)/.test(text) })(values)
      )
    )
  beforeAll(async () => {
    for (const statement of fill) await run(statement)
  }, 120_000)
  afterAll(async () => {
    await runtime.dispose()
    rmSync(directory, { recursive: true })
  })

  const planOf = async (text: string): Promise<ReadonlyArray<string>> => {
    const rows = await run(`explain query plan ${text}`, valuesFor(text))
    return rows.map((row) => (row as { readonly detail: string }).detail)
  }

  it("look every row up by an index, but for an operator's lists of all there is", async () => {
    expect(statements.length).toBeGreaterThan(60)
    const scans: Array<string> = []
    for (const { text } of lookingUp(statements)) {
      if ((await planOf(text)).some(reads)) scans.push(text)
    }
    const ofEverybody = statements.filter(isOf.everybody)
    expect(ofEverybody).toHaveLength(7)
    expect(scans).toEqual(ofEverybody.map(({ text }) => text))
  })

  it("find the typed columns of a board by their own index", async () => {
    const typed = statements.filter(({ text }) => text.includes('as "typed"'))
    expect(typed.length).toBeGreaterThanOrEqual(4)
    for (const { text } of typed) expect((await planOf(text)).join("\n")).toContain("INDEX boardwright_column_typed ")
  })

  it("read the ends of the feed without sorting it", async () => {
    const ends = statements.filter(isOf.feedEnds)
    expect(ends).toHaveLength(5)
    for (const { text } of ends) expect((await planOf(text)).join("\n")).not.toContain("TEMP B-TREE")
  })

  it("count the queues by their indexes, sorting nothing", async () => {
    const [counting, ...others] = statements.filter(isOf.backlogs)
    const plan = await planOf(counting?.text ?? "")
    expect(others).toEqual([])
    expect(plan).toContain("SEARCH boardwright_mail_job USING INDEX boardwright_mail_job_due (due_at<?)")
    expect(plan.join("\n")).toMatch(/(SCAN|SEARCH) d USING COVERING INDEX boardwright_webhook_delivery_due/)
    expect(plan.join("\n")).not.toContain("TEMP B-TREE")
  })

  it("read a page of those lists in the order of an index", async () => {
    const pages = everybodysPages(statements)
    expect(pages).toHaveLength(3)
    for (const [{ text }, index] of pages) {
      const [first, ...others] = await planOf(text)
      expect(first).toMatch(new RegExp(`^SCAN \\w+ USING INDEX ${index}$`))
      expect(others.join("\n")).not.toMatch(/SCAN|TEMP B-TREE/)
    }
  })

  it("read the security log of all accounts in the order of its index", async () => {
    const log = statements.filter(isOf.log)
    expect(log).toHaveLength(2)
    for (const { text } of log) {
      const plan = await planOf(text)
      expect(plan[0]).toMatch(/^SEARCH e USING INDEX boardwright_security_event_at /)
      expect(plan.join("\n")).not.toContain("TEMP B-TREE")
    }
  })

  it("read every list of tasks in its order, sorting nothing but the tasks of an assignee", async () => {
    const lists = taskLists(statements)
    expect(lists).toHaveLength(8)
    const sorting: Array<string> = []
    for (const { text } of lists.filter((each) => fill.length === 0 || !isOf.assignee(each))) {
      const sorts = (step: string) => step === "USE TEMP B-TREE FOR ORDER BY" || step.includes("LAST TERM")
      if ((await planOf(text)).some(sorts)) sorting.push(text)
    }
    expect(sorting).toEqual([])
  })

  it("find a user's tasks on all boards by the index of assignees", async () => {
    const lists = await assignedLists("sqlite")
    expect(lists).toHaveLength(2)
    for (const { text } of lists) {
      const plan = await planOf(text)
      expect(plan).toContain("SEARCH a USING COVERING INDEX boardwright_task_assignee_user (user_id=?)")
      // `t`, once: the rows that were selected.
      const scans = plan.filter((step) => reads(step) && step !== "SCAN page" && step !== "SCAN t")
      expect([scans, plan.filter((step) => step === "SCAN t").length <= 1]).toEqual([[], true])
    }
  })

  it("find the due mail and the expired tokens by their times", async () => {
    const plan = async (operation: string) =>
      (await planOf(statements.find((each) => each.operation === operation)?.text ?? "")).join("\n")
    expect(await plan("MailQueue.claim")).toContain("boardwright_mail_job_due (due_at<?)")
    expect(await plan("EmailTokenRepository.removeExpired")).toContain("boardwright_email_token_expiry (expires_at<?)")
    expect(await plan("EmailTokenRepository.consumeAll")).toContain("boardwright_email_token_unused (user_id=?")
  })
  it("find what refers to a removed row by an index", async () => {
    const rows = await run(`with reference as (
        select t.name as owner, f.id, json_group_array(f."from") as fields, count(*) as size
        from sqlite_schema t join pragma_foreign_key_list(t.name) f where t.type = 'table' group by t.name, f.id)
      select owner, fields, exists (select 1 from pragma_index_list(owner) i where i.partial = 0 and size =
        (select count(*) from pragma_index_info(i.name) c
          where c.seqno < size and c.name in (select value from json_each(fields)))) as found from reference`)
    expect(rows.length).toBeGreaterThan(8)
    expect(rows.filter((row) => (row as { readonly found: number }).found !== 1)).toEqual([])
  })
})
