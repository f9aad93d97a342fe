import { Account, Board } from "@boardwright/core"
import { givenAccount } from "@boardwright/testing"
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { as, asOperator, FACE, givenTeam, refused, sent, story } from "../support.js"

describe("updateProfile", () => {
  story("changes name, time zone, language and notifications, each alone", function* () {
    const { id } = yield* givenAccount()
    const change = (input: Account.UpdateProfile) => as(id)(Account.updateProfile(input))
    const before = yield* as(id)(Account.getProfile())
    assert.deepStrictEqual(yield* change({}), before)
    assert.deepStrictEqual(yield* change({ name: " Ada King " }), { ...before, name: "Ada King" })
    yield* change({ timezone: "Asia/Kolkata" })
    yield* change({ language: "de" })
    yield* change({ notifications: { due: false, signIn: true } })
    const profile = yield* change({ notifications: { due: null, assigned: false } })
    assert.deepStrictEqual(profile, {
      ...before,
      name: "Ada King",
      timezone: "Asia/Kolkata",
      language: "de",
      notifications: { signIn: true, assigned: false }
    })
    assert.deepStrictEqual(yield* as(id)(Account.getProfile()), profile)
    const cleared = { ...profile, timezone: "UTC", language: null, notifications: {} }
    assert.deepStrictEqual(yield* change({ timezone: null, language: null, notifications: null }), cleared)
  })

  story("names each field that is invalid", function* () {
    const { id } = yield* givenAccount()
    for (const timezone of ["", "Mars/Phobos", "+01:00", "UTC\u0000", 1]) {
      assert.strictEqual(yield* refused(as(id)(Account.updateProfile(sent({ timezone })))), "InvalidInput timezone")
    }
    for (const language of ["", "fr", "DE", "de-AT", 1]) {
      assert.strictEqual(yield* refused(as(id)(Account.updateProfile(sent({ language })))), "InvalidInput language")
    }
    for (const input of [{ name: null }, { name: " " }, { name: "x".repeat(256) }]) {
      assert.strictEqual(yield* refused(as(id)(Account.updateProfile(sent(input)))), "InvalidInput name")
    }
    const sentDue = as(id)(Account.updateProfile(sent({ notifications: { due: 1 } })))
    assert.strictEqual(yield* refused(sentDue), "InvalidInput notifications.due")
  })

  story("shows the new name on boards at once", function* () {
    const { boardId, viewer } = yield* givenTeam
    const nameOf = Effect.map(
      as(viewer)(Board.getBoard(boardId)),
      ({ members }) => members.find(({ userId }) => userId === viewer)?.name
    )
    assert.strictEqual(yield* nameOf, FACE.name)
    yield* as(viewer)(Account.updateProfile({ name: "Ada King" }))
    assert.strictEqual(yield* nameOf, "Ada King")
  })

  story("is for users alone", function* () {
    assert.strictEqual(yield* refused(asOperator(Account.updateProfile({}))), "Forbidden")
    assert.strictEqual(yield* refused(as("gone" as Account.UserId)(Account.updateProfile({}))), "Unauthenticated")
  })
})
