import { Change, Ports } from "@boardwright/core"
import { Effect, Layer, TestClock, TestContext } from "effect"
import { expect, it } from "vitest"
import { makeHeadCursor } from "../src/change/headCursor.js"

/** A repository whose head moves by one with each reading. */
const movingHead = Layer.sync(Change.ChangeRepository, () => {
  let position = 0
  const unused = Effect.dieMessage("only the head is read or placed")
  return {
    append: () => unused,
    place: Effect.zipRight(
      Effect.yieldNow(),
      Effect.sync(() => ({ epoch: "placed", position: ++position, start: 0, more: false }))
    ),
    head: Effect.sync(() => ({ epoch: "e", position: ++position, start: 0 })),
    headOf: () => unused,
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
      const [ofOne, ofOther] = [one.of("ada"), other.of("ada")]
      const first = yield* ofOne
      yield* TestClock.adjust(249)
      const reused = yield* one.of(null)
      const foreign = yield* ofOther
      yield* TestClock.adjust(1)
      return [first, reused, foreign, yield* ofOne, yield* ofOne, yield* ofOther]
    })
  )
  expect(cursors).toEqual(["e.1", "e.1", "e.2", "e.3", "e.3", "e.2"])
})

it("a cursor is read again after the clock was set back", async () => {
  const cursors = await run(
    Effect.gen(function* () {
      const cursor = makeHeadCursor().of("ada")
      yield* TestClock.setTime(1_000_000)
      const first = yield* cursor
      yield* TestClock.setTime(1_000)
      return [first, yield* cursor]
    })
  )
  expect(cursors).toEqual(["e.1", "e.2"])
})

it("a cursor is beyond every change that its user has made", async () => {
  const cursors = await run(
    Effect.gen(function* () {
      const cursor = makeHeadCursor()
      const first = yield* cursor.of("ada")
      cursor.noteChange("ada")
      const ofAnother = yield* cursor.of("bob")
      const ofWriter = yield* cursor.of("ada")
      return [first, ofAnother, ofWriter, yield* cursor.of("ada"), yield* cursor.of("bob")]
    })
  )
  expect(cursors).toEqual(["e.1", "e.1", "placed.2", "placed.2", "placed.2"])
})

it("a change that is made while a cursor is read is noted for the next one", async () => {
  const cursors = await run(
    Effect.gen(function* () {
      const cursor = makeHeadCursor()
      cursor.noteChange("ada")
      const reading = yield* Effect.fork(cursor.of("ada"))
      yield* Effect.yieldNow()
      cursor.noteChange("ada")
      const before = yield* reading
      yield* TestClock.adjust(10)
      return [before, yield* cursor.of("ada"), yield* cursor.of("ada")]
    })
  )
  expect(cursors).toEqual(["placed.1", "placed.2", "placed.2"])
})

it("changes are placed once in 10 ms, and the head is read in between", async () => {
  const cursors = await run(
    Effect.gen(function* () {
      const cursor = makeHeadCursor()
      cursor.noteChange("ada")
      const first = yield* cursor.of("ada")
      cursor.noteChange("bob")
      yield* TestClock.adjust(9)
      const between = yield* cursor.of("bob")
      yield* TestClock.adjust(1)
      return [first, between, yield* cursor.of("bob"), yield* cursor.of("bob")]
    })
  )
  expect(cursors).toEqual(["placed.1", "e.2", "placed.3", "placed.3"])
})

it("what is placed for one is placed for all who read meanwhile or later", async () => {
  const cursors = await run(
    Effect.gen(function* () {
      const cursor = makeHeadCursor()
      for (const user of ["ada", "bob", "cyd"]) cursor.noteChange(user)
      const readings = [cursor.of("ada"), cursor.of("bob"), cursor.of("ada")]
      const together = yield* Effect.all(readings, { concurrency: "unbounded" })
      return [...together, yield* cursor.of("cyd")]
    })
  )
  expect(cursors).toEqual(["placed.1", "placed.1", "placed.1", "placed.1"])
})

it("a head that cannot be placed is read as it is", async () => {
  const full = Effect.map(Change.ChangeRepository, (changes) =>
    Change.ChangeRepository.of({
      ...changes,
      place: new Ports.StorageUnavailable({ operation: "place", cause: new Error("full") })
    })
  )
  const cursors = await run(
    Effect.gen(function* () {
      const cursor = makeHeadCursor()
      const first = yield* cursor.of("ada")
      cursor.noteChange("ada")
      return [first, yield* cursor.of("ada")]
    }).pipe(Effect.provideServiceEffect(Change.ChangeRepository, full))
  )
  expect(cursors).toEqual(["e.1", "e.2"])
})

it("who writes more often than reads costs no memory", async () => {
  const cursors = await run(
    Effect.gen(function* () {
      const cursor = makeHeadCursor()
      const first = yield* cursor.of("ada")
      for (let user = 0; user <= 10_000; user += 1) cursor.noteChange(`user ${user}`)
      return [first, yield* cursor.of("user 0"), yield* cursor.of("user 10000")]
    })
  )
  expect(cursors).toEqual(["e.1", "e.1", "placed.2"])
})
