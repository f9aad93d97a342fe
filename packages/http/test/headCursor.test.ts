import { Change } from "@boardwright/core"
import { Effect, Layer, TestClock, TestContext } from "effect"
import { expect, it } from "vitest"
import { makeHeadCursor } from "../src/change/headCursor.js"

/** A repository whose head moves by one with each reading. */
const movingHead = Layer.sync(Change.ChangeRepository, () => {
  let position = 0
  const unused = Effect.dieMessage("only the head is read")
  return {
    append: () => unused,
    place: unused,
    head: Effect.sync(() => ({ epoch: "e", position: ++position, start: 0 })),
    find: () => unused,
    eraseFields: () => unused,
    list: () => unused,
    listNewest: () => unused,
    removeBefore: () => unused,
    clearFields: () => unused,
    renewEpoch: unused,
    readersOf: () => unused
  }
})

const run = <A, E>(work: Effect.Effect<A, E, Change.ChangeRepository>) =>
  Effect.runPromise(Effect.provide(work, Layer.merge(movingHead, TestContext.TestContext)))

it("a cursor of the head is reused for less than 250 ms, and by one instance", async () => {
  const cursors = await run(
    Effect.gen(function* () {
      const [one, other] = [makeHeadCursor(), makeHeadCursor()]
      const first = yield* one
      yield* TestClock.adjust(249)
      const reused = yield* one
      const ofOther = yield* other
      yield* TestClock.adjust(1)
      return [first, reused, ofOther, yield* one, yield* one, yield* other]
    })
  )
  expect(cursors).toEqual(["e.1", "e.1", "e.2", "e.3", "e.3", "e.2"])
})

it("a cursor is read again after the clock was set back", async () => {
  const cursors = await run(
    Effect.gen(function* () {
      const cursor = makeHeadCursor()
      yield* TestClock.setTime(1_000_000)
      const first = yield* cursor
      yield* TestClock.setTime(1_000)
      return [first, yield* cursor]
    })
  )
  expect(cursors).toEqual(["e.1", "e.2"])
})
