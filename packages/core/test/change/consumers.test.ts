import { Change } from "@boardwright/core"
import { aConsumer, givenAccount } from "@boardwright/testing"
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { afterNoon, as, asOperator, refused, story } from "../support.js"
import { consumer, create } from "./handlers.js"

const given = Effect.fnUntraced(function* () {
  const { id } = yield* givenAccount()
  const { insert } = yield* Change.ConsumerRepository
  yield* create(id, "a", "b", "c")
  const { epoch } = yield* (yield* Change.ChangeRepository).place
  const parked = aConsumer({
    name: "b",
    epoch,
    position: 1,
    attempts: 9,
    failingSince: afterNoon(-9),
    parkedAt: afterNoon(-1),
    lastError: "Error: no",
    dueAt: afterNoon(9)
  })
  const expired = aConsumer({ name: "a", epoch: "another life", parkedAt: afterNoon(-2) })
  for (const each of [parked, expired]) yield* insert(each)
  return { id, epoch, parked, expired }
})

describe("consumers", () => {
  story("are listed with how many changes are left", function* () {
    const { epoch, expired, parked } = yield* given()
    const shown = ({ epoch: _, position, ...rest }: Change.Consumer) => rest
    assert.deepStrictEqual(yield* asOperator(Change.listConsumers()), [
      { ...shown(expired), cursor: Change.cursorAt("another life", 0), behind: null },
      { ...shown(parked), cursor: Change.cursorAt(epoch, 1), behind: 2 }
    ])
  })

  story("are resumed where they were, or elsewhere", function* () {
    const { epoch, parked } = yield* given()
    const sound = { attempts: 0, failingSince: null, lastError: null, parkedAt: null, dueAt: afterNoon(0) }
    yield* asOperator(Change.resumeConsumer("b"))
    assert.deepStrictEqual(yield* consumer("b"), { ...parked, ...sound })
    yield* asOperator(Change.resumeConsumer("b", { since: Change.cursorAt(epoch, 2) }))
    assert.strictEqual((yield* consumer("b"))?.position, 2)
    yield* asOperator(Change.resumeConsumer("a", { since: "now" }))
    assert.deepInclude(yield* consumer("a"), { epoch, position: 3 })
    const { insert } = yield* Change.ConsumerRepository
    const running = aConsumer({ name: "c", epoch, dueAt: afterNoon(5) })
    yield* insert(running)
    yield* asOperator(Change.resumeConsumer("c"))
    assert.deepStrictEqual(yield* consumer("c"), running)
  })

  story("are removed", function* () {
    yield* given()
    yield* asOperator(Change.removeConsumer("b"))
    assert.isUndefined(yield* consumer("b"))
  })

  story("are the operator's", function* () {
    const { id } = yield* given()
    const failures = yield* Effect.all([
      refused(as(id)(Change.listConsumers())),
      refused(as(id)(Change.resumeConsumer("b"))),
      refused(as(id)(Change.removeConsumer("b"))),
      refused(asOperator(Change.resumeConsumer("none"))),
      refused(asOperator(Change.removeConsumer("none"))),
      refused(asOperator(Change.resumeConsumer("a"))),
      refused(asOperator(Change.resumeConsumer("a", { since: "yesterday" })))
    ])
    assert.deepStrictEqual(failures, [
      "Forbidden",
      "Forbidden",
      "Forbidden",
      "NotFound Consumer",
      "NotFound Consumer",
      "CursorExpired",
      "InvalidInput since"
    ])
  })
})
