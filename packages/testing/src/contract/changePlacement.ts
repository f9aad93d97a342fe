import { Change, Ports } from "@boardwright/core"
import { assert } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { aChange, instant } from "../fixtures.js"
import { aPlace, asStored, follow, placeAll, record, many } from "./changeFeed.js"
import type { Suite } from "./Suite.js"
import { atOnce } from "./support.js"

/** The contract of the order, the head and the age of changes. */
export const changePlacementSuite: Suite<Change.ChangeRepository | Ports.Transactor> = (it) => {
  it("a change of a transaction that fails is not in the feed and leaves no gap", function* () {
    const feed = yield* Change.ChangeRepository
    const { position } = yield* placeAll
    const [gone, kept] = [aChange(aPlace()), aChange(aPlace())]
    for (const end of [Effect.fail("no"), Effect.die("no"), Effect.interrupt]) {
      yield* Effect.exit(Ports.transactional(Effect.zipRight(feed.append([gone, gone]), end)))
      assert.strictEqual((yield* placeAll).position, position)
    }
    yield* record(kept)
    const [only, ...others] = yield* follow(position)
    assert.deepStrictEqual([only?.position, only?.subjectId, others], [position + 1, kept.subjectId, []])
  })

  it("places nothing in a transaction", function* () {
    const feed = yield* Change.ChangeRepository
    yield* placeAll
    yield* record(aChange(aPlace()))
    const inside = Effect.zipRight(feed.append([aChange(aPlace())]), Effect.all([feed.head, feed.place, feed.head]))
    const [before, placed, after] = yield* Ports.transactional(inside)
    assert.deepStrictEqual([placed, after], [{ ...before, more: false }, before])
  })

  it("a new epoch changes nothing but the epoch", function* () {
    const feed = yield* Change.ChangeRepository
    yield* record(aChange(aPlace()))
    const before = yield* placeAll
    const last = yield* feed.list(before.position - 1, {}, null, 1)
    yield* feed.renewEpoch
    const after = yield* placeAll
    assert.notStrictEqual(after.epoch, before.epoch)
    assert.deepStrictEqual({ ...after, epoch: before.epoch }, before)
    assert.deepStrictEqual(yield* feed.list(before.position - 1, {}, null, 1), last)
    for (const { epoch } of [before, after]) {
      assert.deepStrictEqual(Change.parseCursor(Change.cursorAt(epoch, 7)), { epoch, position: 7 })
    }
  })

  it("removes the oldest changes up to the first that is not older", function* () {
    const feed = yield* Change.ChangeRepository
    const place = aPlace()
    const { position } = yield* placeAll
    while ((yield* feed.removeBefore(instant(1e6), 5000)) > 0) assert.isAtMost((yield* feed.head).start, position)
    assert.strictEqual((yield* feed.head).start, position)
    const changes = [0, 1, 2, 5, 2].map((minute) => aChange({ ...place, at: instant(minute) }))
    yield* record(...changes)
    yield* placeAll
    const steps = [
      [instant(0), 9, 0],
      [instant(4), 9, 0, position],
      [instant(4), 9, 1, position + 1],
      [instant(4), 1, 1],
      [instant(4), 9, 1],
      [instant(5), 9, 0],
      [instant(6), 9, 2],
      [instant(6), 9, 0]
    ] as const
    let gone = 0
    for (const [at, limit, removed, through] of steps) {
      assert.strictEqual(yield* feed.removeBefore(at, limit, through), removed)
      gone += removed
      const { position: last, start } = yield* feed.head
      assert.deepStrictEqual([start, last], [position + gone, position + changes.length])
      assert.deepStrictEqual(asStored(yield* follow(start)), changes.slice(gone))
    }
    yield* record(aChange(place))
    assert.strictEqual((yield* follow(position + gone))[0]?.position, position + changes.length + 1)
  })

  it("the head covers placed changes alone", function* () {
    const feed = yield* Change.ChangeRepository
    const before = yield* placeAll
    assert.deepStrictEqual(yield* feed.head, before)
    yield* record(...many(3, aPlace()))
    const head = yield* feed.head
    const placed = yield* feed.list(before.position, {}, null, 10)
    assert.isAtLeast(placed.changes.length, head.position - before.position)
    const after = yield* placeAll
    assert.deepStrictEqual(after, { ...before, position: before.position + 3 })
    assert.deepStrictEqual(yield* feed.head, after)
    assert.deepStrictEqual(yield* feed.list(after.position, {}, null, 10), { changes: [], position: after.position })
  })

  it("16 writers and 3 readers: no change is lost, repeated or moved", function* () {
    const feed = yield* Change.ChangeRepository
    const { position } = yield* placeAll
    const place = aPlace()
    const committed: Array<string> = []

    /** Transactions of one to three changes; every fourth fails. */
    const writer = Effect.fnUntraced(function* (writer: number) {
      for (let turn = 0; turn < 25; turn++) {
        const ids = Array.from({ length: 1 + ((writer + turn) % 3) }, (_, at) => `${writer} ${turn} ${at}`)
        const fails = (writer * 7 + turn * 5) % 4 === 0
        const work = Effect.gen(function* () {
          for (const subjectId of ids) yield* feed.append([aChange({ ...place, subjectId })])
          yield* Effect.yieldNow()
          if (fails) return yield* Effect.fail("no")
        })
        yield* Effect.exit(Ports.transactional(work))
        if (fails) continue
        committed.push(...ids)
        if (turn % 8 > 0) continue
        const head = yield* placeAll
        const seen = yield* feed.list(position, { boardId: place.boardId }, null, head.position)
        const subjects = new Set(seen.changes.map(({ subjectId }) => subjectId))
        for (const id of ids) assert.isTrue(subjects.has(id), "a change is there once its transaction is answered")
      }
    })

    const writers = yield* Effect.fork(atOnce(16, writer))
    let isOver = false
    const readers = yield* Effect.fork(
      atOnce(3, (reader) =>
        Effect.gen(function* () {
          const found: Array<Change.Change> = []
          for (let at = position, last = false; !last;) {
            last = isOver
            const { more, position: head } = yield* feed.place
            const page = yield* feed.list(at, {}, null, 5 + reader * 20)
            found.push(...page.changes)
            at = page.position
            last &&= !more && at >= head
            // Yielding alone would keep the event loop from the writers.
            yield* Effect.sleep(1)
          }
          return found
        })
      )
    )
    yield* Fiber.join(writers)
    isOver = true
    for (const found of yield* Fiber.join(readers)) {
      assert.deepStrictEqual(
        found.map((change) => change.position),
        found.map((_, at) => position + at + 1)
      )
      const subjects = found.map(({ subjectId }) => subjectId)
      assert.deepStrictEqual(subjects.toSorted(), committed.toSorted())
      const ofWriter = (list: ReadonlyArray<string>, writer: number) =>
        list.filter((subject) => subject.startsWith(`${writer} `))
      for (let writer = 0; writer < 16; writer++) {
        assert.deepStrictEqual(ofWriter(subjects, writer), ofWriter(committed, writer))
      }
    }
  })
}
