import { describe, expect, it } from "@effect/vitest"
import fc from "fast-check"
import {
  type Destination,
  dropBefore,
  isThere,
  type Section,
  stepBefore,
  stepOf
} from "../src/browser/app/drag/steps.js"

const moved = (
  sections: ReadonlyArray<Section>,
  ids: ReadonlyArray<string>,
  { before, section }: Destination
): ReadonlyArray<Section> =>
  sections.map(({ id, ids: own }) => {
    const rest = own.filter((each) => !ids.includes(each))
    if (id !== section) return { id, ids: rest }
    const at = before === null ? rest.length : rest.indexOf(before)
    return { id, ids: rest.toSpliced(at, 0, ...ids) }
  })

/** Groups of tasks with ids that differ, some of them chosen. */
const boards = fc.array(fc.nat({ max: 4 }), { minLength: 1, maxLength: 4 }).chain((sizes) => {
  const sections = sizes.map((size, at) => ({
    id: `g${at}`,
    ids: Array.from({ length: size }, (_, task) => `${at}.${task}`)
  }))
  const ids = sections.flatMap((section) => section.ids)
  return fc.record({ sections: fc.constant(sections), chosen: fc.subarray(ids) })
})

describe("a step of tasks", () => {
  const sections = [
    { id: "a", ids: ["1", "2", "3"] },
    { id: "b", ids: [] },
    { id: "c", ids: ["4"] }
  ]
  const step = (ids: ReadonlyArray<string>, direction: -1 | 1) => {
    const to = stepOf(sections, new Set(ids), direction)
    return to === null ? null : moved(sections, ids, to).map(({ ids: own }) => own.join(" "))
  }

  it("passes one neighbour, then the border of the group", () => {
    expect(step(["1"], 1)).toEqual(["2 1 3", "", "4"])
    expect(step(["2"], 1)).toEqual(["1 3 2", "", "4"])
    expect(step(["3"], 1)).toEqual(["1 2", "3", "4"])
    expect(step(["4"], -1)).toEqual(["1 2 3", "4", ""])
    expect(step(["2"], -1)).toEqual(["2 1 3", "", "4"])
  })

  it("leads nowhere at the ends", () => {
    expect(step(["1"], -1)).toBeNull()
    expect(step(["4"], 1)).toBeNull()
    expect(step([], 1)).toBeNull()
  })

  it("takes several tasks along, together", () => {
    expect(step(["1", "2"], 1)).toEqual(["3 1 2", "", "4"])
    expect(step(["1", "3"], 1)).toEqual(["2", "1 3", "4"])
    expect(step(["3", "4"], -1)).toEqual(["1 3 4 2", "", ""])
  })

  it("changes the order, loses nothing, and is taken back by the opposite step of one task", () => {
    fc.assert(
      fc.property(boards, fc.constantFrom<-1 | 1>(-1, 1), ({ chosen, sections: board }, direction) => {
        const to = stepOf(board, new Set(chosen), direction)
        if (to === null) return
        const after = moved(board, chosen, to)
        expect(after.flatMap(({ ids }) => ids).toSorted()).toEqual(board.flatMap(({ ids }) => ids).toSorted())
        expect(isThere(board, chosen, to)).toBe(false)
        expect(isThere(after, chosen, to)).toBe(true)
        const back = chosen.length === 1 ? stepOf(after, new Set(chosen), direction === 1 ? -1 : 1) : null
        expect(back === null ? board : moved(after, chosen, back)).toEqual(board)
      })
    )
  })
})

describe("a step of a group or column", () => {
  it("goes before the neighbour or after it", () => {
    const ids = ["a", "b", "c"]
    expect(["a", "b", "c"].map((id) => stepBefore(ids, id, -1))).toEqual([undefined, "a", "b"])
    expect(["a", "b", "c"].map((id) => stepBefore(ids, id, 1))).toEqual(["c", null, undefined])
    expect(stepBefore(ids, "d", 1)).toBeUndefined()
  })
})

describe("a drop in a row", () => {
  const spans = ["a", "b", "c"].map((id, at) => ({ id, start: at * 100, end: at * 100 + 100 }))

  it("goes before the first box whose middle is further", () => {
    expect([-5, 40, 160, 240, 260, 999].map((at) => dropBefore(spans, "a", at))).toEqual([
      undefined,
      undefined,
      "c",
      "c",
      null,
      null
    ])
    expect([-5, 60, 140, 260].map((at) => dropBefore(spans, "c", at))).toEqual(["a", "b", "b", undefined])
  })
})
