import { describe, expect, it } from "@effect/vitest"
import fc from "fast-check"
import { linesOf, offsetsOf } from "../src/browser/app/table/lines.js"
import { groupSpans, landingAt, openSections } from "../src/browser/app/table/whereTo.js"
import { newTask } from "../src/browser/app/store/Operation.js"

const group = (id: string) => ({ id, name: id, color: "#000000" })
const task = (id: string, groupId: string) => newTask(id, "board", { name: id, groupId }, "2026-01-01T00:00:00.000Z")

const groups = [group("a"), group("b"), group("c")]
const tasks = [task("1", "a"), task("2", "a"), task("3", "c")]
// a 0-52, 1 52-88, 2 88-124, add 124-160, b (closed) 160-212, c 212-264, 3 264-300, add 300-336
const lines = linesOf(groups, tasks, ({ id }) => id === "b", true)
const offsets = offsetsOf(lines)
const at = (y: number, moved: ReadonlyArray<string> = []) => {
  const landing = landingAt(lines, offsets, y, new Set(moved))
  return landing === null ? null : [landing.section, landing.before, landing.at]
}

describe("where a task lands in the table", () => {
  it("is before a task or after it, by the nearer half of its line", () => {
    expect(at(60)).toEqual(["a", "1", 52])
    expect(at(80)).toEqual(["a", "2", 88])
    expect(at(120)).toEqual(["a", null, 124])
  })

  it("is at the beginning of an open group and at the end of a closed one, on their headings", () => {
    expect(at(10)).toEqual(["a", "1", 52])
    expect(at(170)).toEqual(["b", null, 212])
    expect(at(220)).toEqual(["c", "3", 264])
  })

  it("is at the end of a group on the line that adds a task, and below everything", () => {
    expect(at(130)).toEqual(["a", null, 124])
    expect(at(9999)).toEqual(["c", null, 300])
    expect(at(-1)).toBeNull()
  })

  it("is never before a task that is moved itself", () => {
    expect(at(60, ["1"])).toEqual(["a", "2", 52])
    expect(at(60, ["1", "2"])).toEqual(["a", null, 52])
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 400 }), fc.subarray(["1", "2", "3"]), (y, moved) => {
        const landing = landingAt(lines, offsets, y, new Set(moved))
        expect(moved).not.toContain(landing?.before)
        const before = tasks.find(({ id }) => id === landing?.before)
        expect(before?.groupId ?? landing?.section).toBe(landing?.section)
      })
    )
  })
})

describe("the groups of the table", () => {
  it("that are open have places for tasks", () => {
    expect(openSections(lines)).toEqual([
      { id: "a", ids: ["1", "2"] },
      { id: "c", ids: ["3"] }
    ])
  })

  it("end where the next one begins", () => {
    expect(groupSpans(lines, offsets)).toEqual([
      { id: "a", start: 0, end: 160 },
      { id: "b", start: 160, end: 212 },
      { id: "c", start: 212, end: 336 }
    ])
  })
})
