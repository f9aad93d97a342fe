import { Account, Onboarding, Workspace } from "@boardwright/core"
import { anAccount, givenAccount, givenWorkspace } from "@boardwright/testing"
import { assert, describe } from "@effect/vitest"
import { Effect, Struct } from "effect"
import { afterNoon, as, asOperator, refused, sent, stored, story, writingNothing } from "../support.js"

const FORM = {
  companyName: " Analytical Engines ",
  companySize: "11-50",
  role: "Engineer",
  useCase: "Planning",
  firstWorkspace: " Engine room "
}
const workspacesOf = (userId: Account.UserId) =>
  Effect.map(as(userId)(Workspace.listWorkspaces({})), ({ items }) => items)

describe("completeOnboarding", () => {
  story("stores the form, marks onboarding complete and creates the first workspace", function* () {
    const { id } = yield* givenAccount()
    const profile = yield* as(id)(Onboarding.completeOnboarding(FORM))
    assert.isTrue(profile.hasCompletedOnboarding)
    assert.deepStrictEqual(profile.onboardingData, { ...FORM, companyName: "Analytical Engines" })
    assert.deepStrictEqual(yield* as(id)(Account.getProfile()), profile)
    const workspaces = yield* workspacesOf(id)
    assert.deepStrictEqual(workspaces, [
      {
        id: workspaces[0]?.id ?? assert.fail("expected a workspace"),
        name: "Engine room",
        icon: "📋",
        color: "#6366F1",
        role: "owner",
        ownerId: id,
        createdAt: afterNoon(0),
        updatedAt: afterNoon(0)
      }
    ])
  })

  story("creates the first workspace once, and later only updates the data", function* () {
    const { id } = yield* givenAccount()
    yield* as(id)(Onboarding.completeOnboarding({ companyName: "A", role: "B", firstWorkspace: "One" }))
    const again = { companyName: "C", role: "D", useCase: "E", firstWorkspace: "Two" }
    const profile = yield* as(id)(Onboarding.completeOnboarding(again))
    assert.deepStrictEqual(profile.onboardingData, again)
    yield* as(id)(Onboarding.completeOnboarding({ companyName: "F", role: "D" }))
    const { onboardingData } = yield* as(id)(Account.getProfile())
    assert.deepStrictEqual(onboardingData, { ...again, companyName: "F" })
    assert.deepStrictEqual((yield* workspacesOf(id)).map(Struct.get("name")), ["One"])
  })

  story("creates none later if it was not named the first time, even if the user owns none", function* () {
    const { id } = yield* givenAccount()
    yield* as(id)(Onboarding.completeOnboarding({ companyName: "A", role: "B" }))
    yield* as(id)(Onboarding.completeOnboarding({ companyName: "A", role: "B", firstWorkspace: "Late" }))
    assert.isEmpty(yield* workspacesOf(id))
  })

  story("creates none for a user who owns one, or for a blank name", function* () {
    const { id } = yield* givenAccount()
    const workspace = yield* givenWorkspace({ ownerId: id })
    yield* as(id)(Onboarding.completeOnboarding(FORM))
    assert.deepStrictEqual(yield* workspacesOf(id), [{ ...workspace, role: "owner" }])
    const other = yield* givenAccount()
    yield* as(other.id)(Onboarding.completeOnboarding({ ...FORM, firstWorkspace: "  " }))
    assert.isEmpty(yield* workspacesOf(other.id))
  })

  story("creates one workspace for concurrent forms", function* () {
    const { id } = yield* givenAccount()
    yield* Effect.all(
      Array.from({ length: 5 }, () => as(id)(Onboarding.completeOnboarding(FORM))),
      { concurrency: "unbounded" }
    )
    assert.strictEqual((yield* workspacesOf(id)).length, 1)
  })

  story("requires a company and a role; the rest is optional", function* () {
    const { id } = yield* givenAccount()
    const form = (input: unknown) => as(id)(Onboarding.completeOnboarding(sent(input)))
    assert.strictEqual(yield* refused(form({})), "InvalidInput companyName, role")
    assert.strictEqual(
      yield* refused(form({ companyName: " ", companySize: 7, role: null, useCase: {}, firstWorkspace: [] })),
      "InvalidInput companyName, companySize, role, useCase, firstWorkspace"
    )
    assert.strictEqual(
      yield* refused(form({ ...FORM, firstWorkspace: "x".repeat(256) })),
      "InvalidInput firstWorkspace"
    )
    const nulls = { companySize: null, useCase: null, firstWorkspace: null }
    const { onboardingData } = yield* form({ companyName: "A", role: "B", ...nulls, other: 1 })
    assert.deepStrictEqual(onboardingData, { companyName: "A", role: "B" })
  })

  story("requires an existing user", function* () {
    assert.strictEqual(yield* refused(asOperator(Onboarding.completeOnboarding(FORM))), "Forbidden")
    assert.strictEqual(yield* refused(as(anAccount().id)(Onboarding.completeOnboarding(FORM))), "Unauthenticated")
  })
})

describe("getProfile", () => {
  story("returns the user's account without its hash and token version", function* () {
    const account = yield* givenAccount()
    assert.deepStrictEqual(yield* writingNothing(as(account.id)(Account.getProfile())), {
      id: account.id,
      name: account.name,
      email: account.email,
      avatar: account.avatar,
      hasCompletedOnboarding: false,
      onboardingData: {},
      timezone: "UTC",
      language: null,
      notifications: {}
    })
  })

  story("requires an existing user", function* () {
    assert.strictEqual(yield* refused(asOperator(Account.getProfile())), "Forbidden")
    assert.strictEqual(yield* refused(as(anAccount().id)(Account.getProfile())), "Unauthenticated")
  })
})

describe("the directory of the built-in accounts", () => {
  story("returns the ids that are users, and finds a user by address in any case", function* () {
    const [ada, eve] = [yield* givenAccount(), yield* givenAccount({ email: "Eve@example.com" })]
    const users = yield* Account.UserDirectory
    assert.sameMembers([...(yield* users.existing([eve.id, "nobody", ada.id, eve.id]))], [ada.id, eve.id])
    const found = yield* users.findByEmail(" EVE@example.com ")
    const { avatar, email, id, name } = eve
    assert.deepInclude(found, { value: { id, name, email, avatar } })
    assert.strictEqual((yield* stored).accounts.size, 2)
  })
})
