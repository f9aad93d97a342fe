import { Account, Change, Ports, System, Workspace } from "@boardwright/core"
import { anEmailToken, givenAccount } from "@boardwright/testing"
import { assert, describe } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { afterNoon, as, MINUTE, story, stored } from "../support.js"

describe("startCleanup", () => {
  story("removes expired tokens every 10 minutes, and no others", function* () {
    const { id: userId } = yield* givenAccount()
    const tokens = yield* Account.EmailTokenRepository
    const [short, long] = [5, 60].map((minutes) => anEmailToken({ userId, expiresAt: afterNoon(minutes * MINUTE) }))
    for (const token of [short!, long!]) yield* tokens.insert(token)
    yield* System.startCleanup
    yield* TestClock.adjust("9 minutes")
    assert.strictEqual((yield* stored).emailTokens.size, 2)
    yield* TestClock.adjust("1 minutes")
    assert.deepStrictEqual([...(yield* stored).emailTokens.keys()], [long!.hash])
  })

  story("removes changes that are older than the days they are kept, and keeps the position", function* () {
    const { id } = yield* givenAccount()
    const changes = yield* Change.ChangeRepository
    const rename = (name: string) => as(id)(Workspace.createWorkspace({ name }))
    yield* rename("Old")
    yield* TestClock.adjust("1 days")
    yield* rename("Young")
    yield* changes.place
    yield* Effect.provideService(System.startCleanup, Change.ChangesDays, 7)
    yield* TestClock.adjust("6 days")
    assert.strictEqual((yield* changes.head).start, 0)
    yield* TestClock.adjust("10 minutes")
    const { epoch, position, start } = yield* changes.head
    assert.deepStrictEqual([start, position], [1, 2])
    const left = yield* as(id)(Change.listChanges({ since: Change.cursorAt(epoch, 1) }))
    assert.deepStrictEqual(
      left.changes.map(({ fields }) => fields["name"]?.to),
      ["Young"]
    )
    const expired = yield* Effect.flip(as(id)(Change.listChanges({ since: Change.cursorAt(epoch, 0) })))
    assert.strictEqual(expired._tag, "CursorExpired")
  })

  story("tries each step although another one failed", function* () {
    const changes = yield* Change.ChangeRepository
    let removals = 0
    const counted = { ...changes, removeBefore: () => Effect.sync(() => (removals++, 0)) }
    const tokens = yield* Account.EmailTokenRepository
    const removeExpired = () => new Ports.StorageUnavailable({ operation: "removeExpired", cause: new Error("away") })
    yield* System.startCleanup.pipe(
      Effect.provideService(Change.ChangeRepository, counted),
      Effect.provideService(Account.EmailTokenRepository, { ...tokens, removeExpired })
    )
    yield* TestClock.adjust("10 minutes")
    assert.strictEqual(removals, 2)
  })
})
