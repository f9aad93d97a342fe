import type { Person } from "@boardwright/client"
import { beforeEach, expect, it } from "vitest"
import { type Field, ownField } from "../../src/browser/app/cells/fields.js"
import { notices } from "../../src/browser/app/store/notices.js"
import type { TaskPatch } from "../../src/browser/app/store/Operation.js"
import { pasteCells } from "../../src/browser/app/table/pasteCells.js"
import { browserStubs } from "./browserStubs.js"

browserStubs()
beforeEach(() => {
  notices.value = []
})

const person = (id: string, name: string, email: string): Person => ({ id, name, email, avatar: null, role: "editor" })
const people = new Map(
  [
    person("1", "Anna Meier", "anna@example.com"),
    person("2", "Anna Meier", "meier@example.com"),
    person("3", "Bob", "bob@example.com")
  ].map((each) => [each.id, each])
)

/** The assignees that texts become, each pasted into the cell of a task. */
const pasted = (field: Field, ...texts: ReadonlyArray<string>): ReadonlyArray<TaskPatch> => {
  const patches: Array<TaskPatch> = []
  const store = {
    people: () => people,
    updateEach: (each: ReadonlyMap<string, TaskPatch>) => void patches.push(...each.values())
  }
  const taskIds = texts.map((_, at) => `task ${at}`)
  pasteCells(store, { text: texts.join("\n"), isTable: false }, { fields: [field], taskIds, groupId: "g" })
  return patches
}

it("a name that two people have fits in no cell of people", () => {
  const assignees = ownField("assignees", new Map())
  const texts = ["bob", "Anna Meier", "Bob, anna meier", "MEIER@example.com", "Nobody"]
  expect(pasted(assignees, ...texts)).toEqual([{ assignees: ["3"] }, {}, {}, { assignees: ["2"] }, {}])
  expect(notices.value.map(({ text }) => text)).toEqual([
    expect.stringContaining("3 cells were not pasted: their values do not fit in")
  ])
})

it("a column of people takes other texts as they are, but not a name that two people have", () => {
  const column = {
    ...{ id: "c", name: "Helpers", type: "person", required: false, description: "", width: null, visible: true },
    ...{ field: null, options: [], strict: false }
  }
  const helpers: Field = { key: "c", name: "Helpers", kind: "people", column, options: [], width: 100, isShown: true }
  expect(pasted(helpers, "Bob", "Anna Meier", "Nobody")).toEqual([
    { columnValues: { c: ["3"] } },
    {},
    { columnValues: { c: ["Nobody"] } }
  ])
})
