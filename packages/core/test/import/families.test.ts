import { Import } from "@boardwright/core"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Either } from "effect"
import fc from "fast-check"
import { anImport } from "./arbitraries.js"

const MAPPINGS = [
  { index: 1, field: "parent", keyIndex: 2 },
  { index: 3, type: "status" },
  { index: 4, field: "checklist" },
  { index: 5, type: "text" }
] as const

/** Plans rows of name, parent, key, status, checklist and notes. */
const run = (rows: ReadonlyArray<ReadonlyArray<string>>) =>
  Effect.runPromise(
    Effect.either(Import.planImport(anImport({ columnMappings: MAPPINGS, rows: rows.map((cells) => ({ ...cells })) })))
  )
const plan = async (...rows: ReadonlyArray<ReadonlyArray<string>>) => Either.getOrThrow(await run(rows))

/** The names of the tasks with those of their subtasks. */
const shapeOf = ({ tasks }: Import.ImportPlan) =>
  Object.fromEntries(tasks.map(({ name, subtasks }) => [name, subtasks.map((subtask) => subtask.name).join()]))
const messagesOf = ({ warnings }: Import.ImportPlan) => warnings.map(({ message, row }) => `${row}: ${message}`)

describe("a row whose parent cell", () => {
  it("names another row by name or key, above or below, becomes a subtask of it", async () => {
    const found = await plan(
      ["Serif", "Fonts", "", "Done"],
      ["Fonts", "", "P-1", "Done"],
      ["Sans", " P-1 ", "P-2", "To do"],
      ["Colors"],
      [],
      ["Mono", "Fonts", "", "Closed"]
    )
    assert.deepStrictEqual(shapeOf(found), { Fonts: "Serif,Sans,Mono", Colors: "" })
    assert.deepStrictEqual(
      found.tasks[0]?.subtasks.map(({ completed }) => completed),
      [true, false, true]
    )
    assert.deepStrictEqual([found.skipped, found.warnings], [1, []])
  })

  it("makes a completed subtask where its status means that", async () => {
    const columnMappings = [
      MAPPINGS[0],
      { index: 3, type: "status", meanings: { Erledigt: "done", Geparkt: "pending" } }
    ] as const
    const rows = [
      ["Site"],
      ["Serif", "Site", "", " erledigt "],
      ["Sans", "Site", "", "Geparkt"],
      ["Mono", "Site", "", "Done"]
    ]
    const input = anImport({ columnMappings, rows: rows.map((cells) => ({ ...cells })) })
    const { tasks } = await Effect.runPromise(Import.planImport(input))
    assert.deepStrictEqual(
      tasks[0]?.subtasks.map(({ completed }) => completed),
      [true, false, true]
    )
  })

  it("names a subtask goes to the task above both, with its checklist, and a warning", async () => {
    const found = await plan(["Site"], ["Fonts", "Site"], ["Serif", "Fonts", "", "", "Buy; [x] Load"])
    assert.deepStrictEqual(shapeOf(found), { Site: "Fonts,Serif,Buy,Load" })
    assert.deepStrictEqual(messagesOf(found), ['2: is a subtask itself; placed in "Site"'])
  })

  it("names no row, several rows or in the end itself stays a task, with a warning", async () => {
    const found = await plan(
      ["A", "Nothing"],
      ["Same"],
      ["Same"],
      ["B", "Same"],
      ["Self", "Self"],
      ["X", "Z"],
      ["Y", "X"],
      ["Z", "Y"],
      ["Below", "X"]
    )
    assert.deepStrictEqual(messagesOf(found), [
      "0: names no row; imported as a task",
      "3: names several rows; imported as a task",
      ...[4, 5, 6, 7].map((row) => `${row}: leads back to its own row; imported as a task`)
    ])
    assert.strictEqual(found.tasks.length, 8)
    assert.strictEqual(found.tasks.find(({ name }) => name === "X")?.subtasks[0]?.name, "Below")
  })

  it("makes it a subtask warns where other cells are lost", async () => {
    const found = await plan(["Site"], ["Fonts", "Site", "", "", "", "by hand"])
    assert.deepStrictEqual(found.warnings, [
      {
        ...{ row: 1, column: 1, value: "Site" },
        message: "makes the row a subtask, with a name and a state; its other cells are left out"
      }
    ])
  })

  it("gives a task more subtasks than it may have is refused by row", async () => {
    const children = (count: number) => Array.from({ length: count }, (_, at) => [`Child ${at}`, "Top"])
    assert.strictEqual(shapeOf(await plan(["Top"], ...children(1000)))["Top"]?.split(",").length, 1000)
    const refused = await run([["Top", "", "", "", "[x] one"], ...children(1000)])
    assert.deepStrictEqual(Either.isLeft(refused) && refused.left.issues, [
      { path: ["rows", "1000", "1"], message: "gives a task more than 1000 subtasks" }
    ])
  })
})

it("every row is a task, a subtask of exactly one, or skipped, whatever names what", async () => {
  const name = fc.constantFrom("a", "b", "c", "d", "e", "f", "")
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(name, name, name), { maxLength: 12 }), async (rows) => {
      const { skipped, tasks } = await plan(...rows)
      const subtasks = tasks.reduce((sum, each) => sum + each.subtasks.length, 0)
      assert.strictEqual(tasks.length + subtasks + skipped, rows.length)
    })
  )
})

describe("a checklist", () => {
  const itemsOf = (cell: string) =>
    Import.readChecklist(cell).items.map(({ completed, name }) => `${completed ? "+" : "-"}${name}`)

  it.each([
    ["[x] Buy\n[ ] Load", ["+Buy", "-Load"]],
    ["- [X] Buy\r\n* Load; unload\r\n\r\n[] Go", ["+Buy", "-Load; unload", "-Go"]],
    ["Buy; [x] Load ;; ", ["-Buy", "+Load"]],
    ["☑ Buy\n☐ Load\n✓ Go", ["+Buy", "-Load", "+Go"]],
    ["One [x] item", ["-One [x] item"]],
    ["[x]", []]
  ])("%j has items that are done or not", (cell, items) => {
    assert.deepStrictEqual(itemsOf(cell), items)
  })

  it("has names cut to 255 characters with a warning, and at most 1000 items", async () => {
    const long = "é".repeat(256)
    const cut = await plan(["Task", "", "", "", `${long}; short`])
    assert.deepStrictEqual(cut.tasks[0]?.subtasks[0]?.name.length, 255)
    assert.deepStrictEqual(messagesOf(cut), ["0: has an item of over 255 characters; cut"])
    const refused = await run([["Task", "", "", "", "a;".repeat(1001)]])
    assert.deepStrictEqual(Either.isLeft(refused) && refused.left.issues[0]?.path, ["rows", "0", "4"])
  })

  it("is one of at most 50,000 subtasks", async () => {
    const refused = await run(Array.from({ length: 60 }, () => ["Task", "", "", "", "a;".repeat(1000)]))
    assert.deepStrictEqual(Either.isLeft(refused) && refused.left.issues, [
      { path: ["columnMappings"], message: "name more than 50000 subtasks" }
    ])
  })
})
