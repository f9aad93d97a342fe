import { System } from "@boardwright/core"
import { assert, describe } from "@effect/vitest"
import { Option } from "effect"
import { story } from "../support.js"

describe("facts about the database", () => {
  story("a server that starts finds whether the last one stopped cleanly", function* () {
    assert.isFalse(yield* System.beginServing)
    assert.isTrue(yield* System.beginServing)
    yield* System.endServing
    assert.isFalse(yield* System.beginServing)
  })

  story("the last backup that was recorded is found", function* () {
    assert.isTrue(Option.isNone(yield* System.findLastBackup))
    yield* System.recordBackup({ name: "first", bytes: 1 })
    yield* System.recordBackup({ name: "second", bytes: null })
    const { at, ...found } = Option.getOrThrow(yield* System.findLastBackup)
    assert.deepStrictEqual(found, { name: "second", bytes: null })
    assert.match(at, /Z$/)
  })
})
