import { Board, Import, Values } from "@boardwright/core"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Either } from "effect"
import fc from "fast-check"
import { anImport, cellText, type Decoded, decoded, rough, sound } from "./arbitraries.js"

const plan = (input: Decoded) => Effect.runPromise(Effect.either(Import.planImport(input)))
const planOf = async (input: Decoded): Promise<Import.ImportPlan> => Either.getOrThrow(await plan(input))
const issuesOf = async (input: Decoded) => {
  const result = await plan(input)
  return Either.isLeft(result) ? result.left.issues : assert.fail("expected the import to be refused")
}

/** Whether the row has a cell that is not blank besides the name of a group. */
const makesTask = ({ columnMappings }: Decoded, row: Import.ImportRow): boolean => {
  const group = columnMappings.find(({ field }) => field === "group")?.index
  return Object.entries(row).some(([key, cell]) => key !== String(group) && cellText(cell) !== null)
}

/** A date that is read by the order of another one. */
const AMBIGUOUS: Decoded = {
  ...{ name: "Imported", workspaceId: "workspace-1" },
  columnMappings: [{ index: 4, type: "DATE" }],
  rows: [{ "4": "01/02/2024" }, { "4": "25/12/2024" }]
}

describe("planImport", () => {
  it("never throws for any JSON", async () => {
    const anything = fc.oneof(fc.jsonValue({ maxDepth: 3 }), rough)
    await fc.assert(
      fc.asyncProperty(anything, async (json) => {
        const input = decoded(json)
        const problem = Either.isLeft(input) ? input.left : Either.getLeft(await plan(input.right))
        assert.notDeepEqual(problem, new Values.InvalidInput({ issues: [] }))
      }),
      { numRuns: 500 }
    )
  })

  it("imports or skips every row", async () => {
    await fc.assert(
      fc.asyncProperty(sound, async (input) => {
        const { skipped, tasks } = await planOf(input)
        const blank = input.rows.filter((row) => !makesTask(input, row))
        assert.strictEqual(skipped, blank.length)
        assert.strictEqual(tasks.length + skipped, input.rows.length)
      })
    )
  })

  it("keeps every cell of a mapped column that is not blank, as sent, or as ISO if only other cells show its date", async () => {
    await fc.assert(
      fc.asyncProperty(sound, async (input) => {
        const { columns, nameIndex, tasks } = await planOf(input)
        const rows = input.rows.filter((row) => makesTask(input, row))
        for (const [at, row] of rows.entries()) {
          const expected = columns.flatMap<readonly [number, string]>(({ fills, index }) => {
            const cell = cellText(row[String(index)])
            const day = fills === "dueDate" ? (tasks[at]?.dueDate ?? null) : null
            if (cell !== null && day !== null && Board.readDate(cell.trim()) === null)
              return [[index, day.slice(0, 10)]]
            return cell === null ? [] : [[index, cell]]
          })
          assert.deepStrictEqual(tasks[at]?.cells, expected)
          assert.strictEqual(tasks[at]?.name, cellText(row[String(nameIndex)])?.trim() ?? "Untitled")
        }
      }),
      { examples: [[AMBIGUOUS]] }
    )
  })

  it("keeps each cell, or reports it in the plan of its row or in an issue", () => {
    fc.assert(
      fc.property(rough.map(decoded).filter(Either.isRight), ({ right: input }) => {
        const { plan } = Import.planColumns(input)
        for (const [at, row] of input.rows.entries()) {
          const { issues, task, unmapped } = Import.planRow(plan, row, at)
          const kept = new Set([...(task?.cells ?? []), ...unmapped].map(([index]) => String(index)))
          const refused = new Set(issues.map(({ path }) => path[2]))
          for (const [key, cell] of Object.entries(row)) {
            const isName = key === String(plan.nameIndex) || plan.fields.has(Number(key))
            if (cell === null || (typeof cell === "string" && cell.trim() === "" && !refused.has(key))) continue
            assert.isTrue(isName || kept.has(key) || refused.has(key), `row ${at}, cell ${key}`)
          }
        }
      })
    )
  })

  it("warns of rows, columns and cells that were sent, once for an unmapped column, and never of a blank cell", async () => {
    await fc.assert(
      fc.asyncProperty(sound, async (input) => {
        const { columns, fields, nameIndex, warnings } = await planOf(input)
        const mapped = new Set([nameIndex, ...fields.keys(), ...columns.map(({ index }) => index)])
        for (const { column, row, value } of warnings) {
          const sent = input.rows[row]
          assert.isDefined(sent)
          if (value !== "") assert.strictEqual(cellText(sent?.[String(column)]), value)
          else assert.strictEqual(column, nameIndex)
        }
        const unmapped = warnings.map(({ column }) => column).filter((column) => !mapped.has(column))
        assert.strictEqual(new Set(unmapped).size, unmapped.length)
      })
    )
  })

  it("is deterministic and does not change its input", async () => {
    await fc.assert(
      fc.asyncProperty(sound, async (input) => {
        const before = JSON.stringify(input)
        assert.deepStrictEqual(await planOf(input), await planOf(input))
        assert.strictEqual(JSON.stringify(input), before)
      })
    )
  })

  it("sets fields and groups only from the columns mapped to them", async () => {
    await fc.assert(
      fc.asyncProperty(sound, async (input) => {
        const { fields, groups, tasks } = await planOf(input)
        const mapped = new Set(fields.values())
        if (!mapped.has("group")) assert.isEmpty(groups)
        for (const task of tasks) {
          if (mapped.has("group")) assert.include(groups, task.group || "New group")
          else assert.strictEqual(task.group, "")
          if (!mapped.has("assignees")) assert.isEmpty(task.assignees)
          if (!mapped.has("description")) assert.strictEqual(task.description, "")
          for (const label of [task.status, task.priority]) assert.match(label, /^.{1,50}$/su)
        }
      })
    )
  })

  it("lists 1000 problems, and reports that there are more", async () => {
    const rows = Array.from({ length: 5000 }, () => ({ 0: {} }))
    const issues = await issuesOf(anImport({ rows }))
    assert.strictEqual(issues.length, 1001)
    assert.deepStrictEqual(issues.at(-1), { path: [], message: "has more problems; the first 1000 are listed" })
  })
})
