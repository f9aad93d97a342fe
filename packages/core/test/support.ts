import { Access, type Account, Board, Mail, Ports, Values } from "@boardwright/core"
import {
  anAccount,
  givenAccount,
  givenBoard,
  type Inventory,
  layer,
  MemoryStore,
  RecordingMailer
} from "@boardwright/testing"
import { assert, it } from "@effect/vitest"
import { Clock, Effect, Redacted, type Scope, TestClock } from "effect"
import type { YieldWrap } from "effect/Utils"

/** The time at which a story begins. */
export const NOON = Date.UTC(2026, 2, 1, 12)
/** The instant `millis` after noon. */
export const afterNoon = (millis: number): Values.Timestamp.Timestamp => Values.Timestamp.fromMillis(NOON + millis)

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE

type Step = YieldWrap<Effect.Effect<unknown, unknown, Inventory | Scope.Scope>>

/** A test on its own memory adapters, whose clock stands at noon. */
export const story = (name: string, steps: () => Generator<Step, unknown, never>): void =>
  it.scoped(name, () => Effect.zipRight(TestClock.setTime(NOON), Effect.gen(steps)).pipe(Effect.provide(layer)))

/** On behalf of a user. */
export const as =
  (userId: Account.UserId) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.provideService(effect, Access.CurrentActor, Access.Actor.User({ userId }))

/** On behalf of the operator. */
export const asOperator = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.provideService(effect, Access.CurrentActor, Access.Actor.Operator())

/** An input that the types reject. */
export const sent = (input: unknown): never => input as never

const describeFailure = (failure: { readonly _tag: string }): string => {
  if (failure instanceof Values.InvalidInput) {
    return `InvalidInput ${failure.issues.map(({ path }) => path.join(".")).join(", ")}`
  }
  return failure instanceof Values.NotFound ? `NotFound ${failure.thing}` : failure._tag
}

/** The failure as a line: `InvalidInput name, color`, `NotFound Board`, `Forbidden` ... */
// A result would not fail by name: vitest reads the stack of an error that has none in time cubic in its text.
const refusal = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.match(effect, { onFailure: describeFailure, onSuccess: () => "not refused" })

/** All stored data. It stays the same object if nothing was written. */
export const stored = Effect.flatMap(MemoryStore, ({ snapshot }) => snapshot)

/** All stored data but the security log. */
const storedState = Effect.map(stored, ({ securityEvents: _, ...state }) => state)

/** Runs the effect; the test fails if it writes anything but the security log. */
export const writingNothing = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const before = yield* storedState
    const answer = yield* effect
    const after = yield* storedState
    for (const table of Object.keys(before) as Array<keyof typeof before>) {
      assert.strictEqual(after[table], before[table], `expected nothing to be written to ${table}`)
    }
    return answer
  })

/** The failure of an effect that must write nothing. */
export const refused = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  writingNothing(refusal(effect))

/**
 * The failure for an expired mailed token. The token is removed and nothing else is written, so that it fails alike when
 * the clock is set back.
 */
export const refusedForGood = <A, E extends { readonly _tag: string }, R>(use: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const before = yield* stored
    const failure = yield* refusal(use)
    const after = yield* stored
    assert.strictEqual(after.emailTokens.size, before.emailTokens.size - 1)
    assert.deepStrictEqual({ ...after, emailTokens: null }, { ...before, emailTokens: null })
    const at = yield* Clock.currentTimeMillis
    yield* TestClock.setTime(NOON)
    assert.strictEqual(yield* refused(use), failure)
    yield* TestClock.setTime(at)
    return failure
  })

/** A stored account with a password. */
export const givenUserWith = Effect.fnUntraced(function* (password: string, overrides: Partial<Account.Account> = {}) {
  const passwordHash = yield* (yield* Ports.PasswordHasher).hash(Redacted.make(password))
  return yield* givenAccount({ ...overrides, passwordHash })
})

/** The face of an account that a test has given no name. */
export const FACE = { name: anAccount().name, avatar: anAccount().avatar }

/** A board with a user in each role; the workspace owner is not a member. */
export const givenTeam = Effect.gen(function* () {
  const boards = yield* Board.BoardRepository
  const on = yield* givenBoard()
  const [admin, editor, viewer, stranger] = yield* Effect.all([
    givenAccount(),
    givenAccount(),
    givenAccount(),
    givenAccount()
  ])
  const members = [
    { userId: admin.id, role: "admin" },
    { userId: editor.id, role: "editor" },
    { userId: viewer.id, role: "viewer" }
  ] as const
  for (const [at, member] of members.entries()) yield* boards.putMember(on.board.id, member, afterNoon(at))
  return {
    ...on,
    boardId: on.board.id,
    owner: on.workspace.ownerId,
    admin: admin.id,
    editor: editor.id,
    viewer: viewer.id,
    stranger: stranger.id
  }
})
export type Team = Effect.Effect.Success<typeof givenTeam>

/** The token of the last mail to the address. */
export const mailedToken = Effect.fnUntraced(function* (address: string) {
  const mails = yield* (yield* RecordingMailer).sentTo(address)
  const token = /token=([0-9a-f]{64})/.exec(mails.at(-1)?.text ?? "")?.[1]
  return token ?? assert.fail(`no mail with a token was sent to ${address}`)
})

/** Delivers due mail and returns the token of the last mail to the address. */
export const deliveredToken = (address: string) => Effect.zipRight(Mail.deliverMail(), mailedToken(address))

/** A failure of storage. */
export const away = new Ports.StorageUnavailable({ operation: "test", cause: new Error("told to fail") })
