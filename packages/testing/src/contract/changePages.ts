import { type Account, Change, type Ports, type Task } from "@boardwright/core"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { aChange, fresh, wholeList } from "../fixtures.js"
import { aBoardId, aPlace, asStored, follow, many, pages, placeAll, record } from "./changeFeed.js"
import type { Suite } from "./Suite.js"
import { pick } from "./support.js"

/** The contract of the pages of changes. */
export const changePagesSuite: Suite<Change.ChangeRepository | Ports.Transactor> = (it) => {
  it("lists the changes of a board or of a task newest first, in pages", function* () {
    const feed = yield* Change.ChangeRepository
    const { position } = yield* placeAll
    const [place, taskId] = [aPlace(), fresh("task") as Task.TaskId]
    const actorId = fresh("user") as Account.UserId
    yield* record(
      aChange({ ...place, actorId }),
      aChange({ ...place, taskId, type: "comment.created" }),
      aChange({ ...aPlace(), taskId, actorId }),
      aChange({ ...place, taskId, actorId }),
      aChange(aPlace())
    )
    const { boardId } = place
    const cases: ReadonlyArray<readonly [Change.ActivityFilter, ReadonlyArray<number>]> = [
      [{ boardId }, [3, 1, 0]],
      [{ taskId }, [3, 2, 1]],
      [{ boardId, taskId }, [3, 1]],
      [{ boardId, actorId }, [3, 0]],
      [{ taskId, type: "comment.created" }, [1]],
      [{ boardId, actorId, type: "comment.created" }, []],
      [{ boardId: aBoardId() }, []]
    ]
    const all = yield* follow(position)
    for (const [filter, expected] of cases) {
      const items = pick(all, expected)
      const total = items.length
      assert.deepStrictEqual(yield* feed.listNewest(filter, null, wholeList), { items, total })
      const second = { page: 2, limit: 2, offset: 2 }
      assert.deepStrictEqual(yield* feed.listNewest(filter, null, second), { items: items.slice(2), total })
    }
  })

  it("pages of any size continue each other", function* () {
    const { position } = yield* placeAll
    const [place, other] = [aPlace(), aPlace()]
    for (const change of many(12, place)) yield* record(change, aChange(other))
    for (const filter of [{}, { boardId: place.boardId }, { workspaceId: place.workspaceId }]) {
      const all = yield* follow(position, filter)
      assert.strictEqual(all.length, "boardId" in filter || "workspaceId" in filter ? 12 : 24)
      for (const limit of [1, 2, 7, 12, 24]) {
        const found = yield* pages(position, filter, null, limit)
        assert.deepStrictEqual(
          found.flatMap(({ changes }) => changes),
          all
        )
        const full = found.filter(({ changes }) => changes.length === limit)
        assert.strictEqual(full.length, Math.floor(all.length / limit))
      }
    }
  })

  it("a page ends with the change that fills it", function* () {
    const { position } = yield* placeAll
    const place = aPlace()
    // Each is 0.3 of a page, in characters of two bytes.
    const fields = { name: { from: null, to: "é".repeat(Change.MAX_FIELDS_BYTES * 0.15) } }
    yield* Effect.forEach(many(9, { ...place, fields }), (change) => record(change))
    yield* record(aChange({ ...place, fields: { name: { from: null, to: "x".repeat(Change.MAX_FIELDS_BYTES) } } }))
    for (const filter of [{}, { boardId: place.boardId }]) {
      const found = yield* pages(position, filter)
      assert.deepStrictEqual(
        found.map(({ changes }) => changes.length),
        [4, 4, 2]
      )
    }
    const newest = yield* (yield* Change.ChangeRepository).listNewest({ boardId: place.boardId }, null, wholeList)
    assert.deepStrictEqual([newest.items.length, newest.total], [1, 10])
  })

  it("a page examines a bounded part of a long feed, a page of one board all of it", function* () {
    const feed = yield* Change.ChangeRepository
    const { position } = yield* placeAll
    const [place, rare] = [aPlace(), aChange({ ...aPlace(), type: "board.created" })]
    for (let left = Change.MAX_EXAMINED; left > 0; left -= 2000) yield* record(...many(2000, place))
    yield* record(rare)
    assert.strictEqual((yield* placeAll).position, position + Change.MAX_EXAMINED + 1)
    const filter = { types: [rare.type] }
    const [first, last] = yield* pages(position, filter)
    assert.deepStrictEqual([first?.changes, first?.position], [[], position + Change.MAX_EXAMINED])
    assert.deepStrictEqual(asStored(last?.changes ?? []), [rare])
    for (const one of [{ boardId: rare.boardId ?? undefined }, { taskId: rare.taskId ?? undefined }]) {
      assert.deepStrictEqual(asStored((yield* feed.list(position, one, null, 1)).changes), [rare])
    }
  })
}
