import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { newTask } from "../../src/browser/app/store/Operation.js"
import { lineAt, linesOf, offsetsOf } from "../../src/browser/app/table/lines.js"
import { moveFocus, successorOf } from "../../src/browser/app/table/moveFocus.js"

const group = (id: string) => ({ id, name: id, color: "#579BFC" })
const boards = fc
  .record({
    groups: fc.integer({ min: 1, max: 4 }),
    tasks: fc.array(fc.nat({ max: 4 }), { maxLength: 30 }),
    closed: fc.uniqueArray(fc.nat({ max: 3 })),
    canAdd: fc.boolean()
  })
  .map(({ canAdd, closed, groups, tasks }) => {
    const all = Array.from({ length: groups }, (_, at) => group(`g${at}`))
    const made = tasks.map((at, id) => newTask(`t${id}`, "b", { name: `${id}`, groupId: `g${at}` }, "2026"))
    const shut = new Set(closed.map((at) => `g${at}`))
    return { all, made, shut, lines: linesOf(all, made, ({ id }) => shut.has(id), canAdd) }
  })

describe("the lines of a table", () => {
  it("are each group with its tasks in order, without those of closed groups", () => {
    fc.assert(
      fc.property(boards, ({ all, lines, made, shut }) => {
        const shown = lines.flatMap((line) => (line.kind === "task" ? [line.task.id] : []))
        const open = all.filter(({ id }) => !shut.has(id))
        expect(shown).toEqual(open.flatMap(({ id }) => made.filter((task) => task.groupId === id).map(({ id }) => id)))
        const headings = lines.flatMap((line) => (line.kind === "group" ? [line.group.id] : []))
        expect(headings).toEqual(all.map(({ id }) => id))
      })
    )
  })

  it("are found by their place", () => {
    fc.assert(
      fc.property(boards, fc.nat({ max: 3000 }), ({ lines }, top) => {
        const offsets = offsetsOf(lines)
        const at = lineAt(offsets, top)
        expect(at).toBeGreaterThanOrEqual(0)
        expect(at).toBeLessThan(lines.length)
        const isBelow = top >= (offsets.at(-1) ?? 0)
        expect(isBelow || ((offsets[at] ?? 0) <= top && top < (offsets[at + 1] ?? 0))).toBe(true)
      })
    )
  })
})

describe("a key in the table", () => {
  const keys = ["name", "a", "b"]
  const named = fc.constantFrom(
    ...["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "PageUp", "PageDown", "Home", "End", "x"]
  )
  const press = (key: string, ctrlKey = false) => ({ key, ctrlKey, metaKey: false })

  it("leads to a cell that is shown, or nowhere", () => {
    fc.assert(
      fc.property(boards, fc.array(fc.tuple(named, fc.boolean())), ({ lines }, pressed) => {
        const tasks = lines.flatMap((line) => (line.kind === "task" ? [line.task.id] : []))
        if (tasks[0] === undefined) return
        let place = { taskId: tasks[0], key: "name" }
        for (const [key, ctrlKey] of pressed) {
          const next = moveFocus(lines, keys, place, press(key, ctrlKey))
          expect(key !== "x" || next === null).toBe(true)
          place = next ?? place
          expect(tasks).toContain(place.taskId)
          expect(keys).toContain(place.key)
        }
      })
    )
  })

  it("goes one cell, to the ends of a line, and with Ctrl to those of the table", () => {
    const made = ["1", "2", "3"].map((id) => newTask(id, "b", { name: id, groupId: "g" }, "2026"))
    const lines = linesOf([group("g")], made, () => false, true)
    const from = { taskId: "2", key: "a" }
    expect(moveFocus(lines, keys, from, press("ArrowDown"))).toEqual({ taskId: "3", key: "a" })
    expect(moveFocus(lines, keys, from, press("ArrowLeft"))).toEqual({ taskId: "2", key: "name" })
    expect(moveFocus(lines, keys, from, press("End"))).toEqual({ taskId: "2", key: "b" })
    expect(moveFocus(lines, keys, from, press("End", true))).toEqual({ taskId: "3", key: "b" })
    expect(moveFocus(lines, keys, from, press("Home", true))).toEqual({ taskId: "1", key: "name" })
    expect(moveFocus(lines, keys, from, press("PageDown"))).toEqual({ taskId: "3", key: "a" })
    expect(moveFocus(lines, keys, { taskId: "gone", key: "a" }, press("Home"))).toBeNull()
  })
})

it("the place of a task that is gone is taken by the one after it, else by the one before", () => {
  const before = ["1", "2", "3", "4"]
  expect(successorOf(before, "2", new Set(["1", "3", "4"]))).toBe("3")
  expect(successorOf(before, "2", new Set(["1", "4"]))).toBe("4")
  expect(successorOf(before, "4", new Set(["1", "3"]))).toBe("3")
  expect(successorOf(before, "4", new Set())).toBeUndefined()
})
