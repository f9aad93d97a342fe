import { describe, expect, it } from "@effect/vitest"
import { afterAll, beforeAll, vi } from "vitest"
import type { Field } from "../src/browser/app/cells/fields.js"
import { type Lane, laneFields, lanesOfField, lanesOfGroups } from "../src/browser/app/kanban/lanes.js"
import { cardStep, neighbourOf, nextCard } from "../src/browser/app/kanban/moveCard.js"
import { newTask } from "../src/browser/app/store/Operation.js"

beforeAll(() => {
  vi.stubGlobal("navigator", { languages: ["en"] })
})
afterAll(() => {
  vi.unstubAllGlobals()
})

const option = (label: string, color: string) => ({ id: label, label, text: label, color })
const field: Field = {
  key: "status",
  name: "Status",
  kind: "option",
  column: null,
  options: [option("To do", "#111111"), option("Done", "#222222")],
  width: 140,
  isShown: true
}
const task = (id: string, status: string, groupId = "a") =>
  newTask(id, "board", { name: id, groupId, status }, "2026-01-01T00:00:00.000Z")
const told = (lanes: ReadonlyArray<Lane>) =>
  lanes.map(({ name, tasks }) => `${name}: ${tasks.map(({ id }) => id).join(" ")}`)

describe("the lanes of a field", () => {
  it("are its options in order, empty ones too, then labels that only tasks have", () => {
    const lanes = lanesOfField(field, [task("1", "done"), task("2", "Stuck"), task("3", "DONE ")], "None")
    expect(told(lanes)).toEqual(["To do: ", "Done: 1 3", "Stuck: 2"])
    expect(lanes.map(({ color }) => color)).toEqual(["#111111", "#222222", "#E2445C"])
  })

  it("begin with the tasks without a value, if there are any", () => {
    expect(told(lanesOfField(field, [task("1", "Done"), task("2", "")], "None"))).toEqual([
      "None: 2",
      "To do: ",
      "Done: 1"
    ])
  })
})

describe("the lanes of groups", () => {
  it("have the tasks of each in order", () => {
    const groups = ["a", "b"].map((id) => ({ id, name: id.toUpperCase(), color: "#000000" }))
    const tasks = [task("1", "", "b"), task("2", "", "a"), task("3", "", "b")]
    expect(told(lanesOfGroups(groups, tasks))).toEqual(["A: 2", "B: 1 3"])
  })
})

describe("the fields that lanes can be made of", () => {
  it("begin with the status, also where no column shows it", () => {
    const other: Field = { ...field, key: "phase" }
    const text: Field = { ...field, key: "notes", kind: "text" }
    expect(laneFields([text, other], new Map()).map(({ key }) => key)).toEqual(["status", "phase"])
    expect(laneFields([other, field], new Map()).map(({ key }) => key)).toEqual(["status", "phase"])
  })
})

describe("keys among cards", () => {
  const lanes: ReadonlyArray<Lane> = [
    { id: "a", name: "A", color: "", tasks: [task("1", ""), task("2", ""), task("3", "")] },
    { id: "b", name: "B", color: "", tasks: [] },
    { id: "c", name: "C", color: "", tasks: [task("4", "")] }
  ]

  it("lead to the neighbours, over empty lanes", () => {
    expect(
      ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End"].map((key) => nextCard(lanes, "2", key))
    ).toEqual(["1", "3", null, "4", "1", "3"])
    expect(nextCard(lanes, "4", "ArrowLeft")).toBe("1")
    expect(nextCard(lanes, "2", "a")).toBeNull()
  })

  it("lead on to a neighbour from a card that is hidden", () => {
    expect(["1", "2", "3", "4"].map((id) => neighbourOf(lanes, id))).toEqual(["2", "3", "2", "1"])
    expect(neighbourOf([{ id: "a", name: "A", color: "", tasks: [task("1", "")] }], "1")).toBeNull()
  })

  it("move a card with Alt, within a lane only if it has an order", () => {
    expect(cardStep(lanes, "1", "ArrowRight", "any")).toEqual({ lane: "b", before: null })
    expect(cardStep(lanes, "1", "ArrowDown", "any")).toEqual({ lane: "a", before: "3" })
    expect(cardStep(lanes, "2", "ArrowDown", "any")).toEqual({ lane: "a", before: null })
    expect(cardStep(lanes, "2", "ArrowUp", "any")).toEqual({ lane: "a", before: "1" })
    expect(cardStep(lanes, "2", "ArrowUp", "none")).toBeNull()
    expect([cardStep(lanes, "1", "ArrowLeft", "any"), cardStep(lanes, "1", "ArrowUp", "any")]).toEqual([null, null])
    expect([cardStep(lanes, "4", "ArrowRight", "any"), cardStep(lanes, "3", "ArrowDown", "any")]).toEqual([null, null])
  })

  it("move a card among those of its group, where lanes are of something else", () => {
    const mixed = [
      { id: "x", name: "X", color: "", tasks: [task("1", "", "a"), task("2", "", "b"), task("3", "", "a")] },
      { id: "y", name: "Y", color: "", tasks: [] }
    ]
    expect(cardStep(mixed, "3", "ArrowUp", "group")).toEqual({ lane: "x", before: "1" })
    expect(cardStep(mixed, "1", "ArrowDown", "group")).toEqual({ lane: "x", before: null })
    expect([cardStep(mixed, "2", "ArrowUp", "group"), cardStep(mixed, "2", "ArrowDown", "group")]).toEqual([null, null])
    expect(cardStep(mixed, "2", "ArrowRight", "group")).toEqual({ lane: "y", before: undefined })
  })
})
