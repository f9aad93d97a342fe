import { Account } from "@boardwright/core"
import { givenAccount } from "@boardwright/testing"
import { assert, describe } from "@effect/vitest"
import { afterNoon, as, asOperator, givenTeam, MINUTE, refused, story } from "../support.js"

const CI = { name: "CI", scopes: ["read"] } as const

describe("API tokens that the operator makes", () => {
  story("are those of their user, with the operator in the security log", function* () {
    const { boardId, viewer } = yield* givenTeam
    const input = { ...CI, boardIds: [boardId], expiresAt: afterNoon(MINUTE) }
    const { apiToken, token } = yield* asOperator(Account.createApiTokenFor(viewer, input))
    assert.deepStrictEqual((yield* as(viewer)(Account.listApiTokens())).items, [apiToken])
    const actor = yield* Account.authenticate(token)
    assert.deepInclude(actor, { userId: viewer })
    const events = (yield* asOperator(Account.listSecurityEvents({ type: "token.created" }))).items
    assert.deepStrictEqual(
      events.map(({ actorId, subjectId, userId }) => ({ actorId, subjectId, userId })),
      [{ actorId: null, subjectId: apiToken.id, userId: viewer }]
    )
  })

  story("keep the rules of those that the user makes", function* () {
    const { boardId } = yield* givenTeam
    const { id } = yield* givenAccount()
    const refusal = (input: Account.CreateApiToken) => refused(asOperator(Account.createApiTokenFor(id, input)))
    assert.strictEqual(yield* refusal({ ...CI, name: "" }), "InvalidInput name")
    assert.strictEqual(yield* refusal({ ...CI, boardIds: [boardId] }), "InvalidInput boardIds.0")
    for (let made = 0; made < Account.MAX_API_TOKENS; made++) yield* asOperator(Account.createApiTokenFor(id, CI))
    assert.strictEqual(yield* refusal(CI), "InvalidInput tokens")
  })

  story("are not made for a disabled account", function* () {
    const { id } = yield* givenAccount()
    yield* asOperator(Account.disableAccount(id))
    assert.strictEqual(yield* refused(asOperator(Account.createApiTokenFor(id, CI))), "AccountDisabled")
  })

  story("are listed with their users, and revoked once", function* () {
    const [ada, bob] = [yield* givenAccount(), yield* givenAccount()]
    const { apiToken, token } = yield* asOperator(Account.createApiTokenFor(ada.id, CI))
    const other = yield* as(bob.id)(Account.createApiToken(CI))
    const [ofAda, ofBob] = [
      { ...apiToken, userId: ada.id, email: ada.email },
      { ...other.apiToken, userId: bob.id, email: bob.email }
    ]
    assert.sameDeepMembers([...(yield* asOperator(Account.listAllApiTokens())).items], [ofAda, ofBob])
    assert.deepStrictEqual((yield* asOperator(Account.listAllApiTokens({ user: bob.email }))).items, [ofBob])
    assert.strictEqual(yield* refused(asOperator(Account.listAllApiTokens({ user: "nobody" }))), "NotFound User")
    yield* asOperator(Account.revokeApiToken(apiToken.id))
    assert.strictEqual(yield* refused(Account.authenticate(token)), "Unauthenticated")
    assert.strictEqual(yield* refused(asOperator(Account.revokeApiToken(apiToken.id))), "NotFound Token")
    const [event] = (yield* asOperator(Account.listSecurityEvents({ type: "token.revoked" }))).items
    assert.deepInclude(event, { actorId: null, userId: ada.id, subjectId: apiToken.id })
  })
})
