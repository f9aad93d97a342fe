import { Account, Board, Change, Mail, Ports } from "@boardwright/core"
import { givenAccount, RecordingMailer } from "@boardwright/testing"
import { assert, describe } from "@effect/vitest"
import { Effect, Option, TestClock } from "effect"
import { as, asOperator, givenTeam, refused, stored, story, type Team } from "../support.js"

const ADDRESS = "Grace@Example.test"
const PASSWORD = "correct horse"

const invite = (team: Team, email = ADDRESS, role: "viewer" | "editor" = "editor") =>
  Effect.map(as(team.admin)(Board.inviteMember(team.boardId, { email, role })), ({ invitation }) => invitation)
const resend = (team: Team, id: string) => as(team.admin)(Board.resendInvitation(team.boardId, id))
const pendingOf = (team: Team) =>
  Effect.map(as(team.admin)(Board.listBoardInvitations(team.boardId, {})), ({ items }) => items)
const signUp = (invitation?: string, email = ADDRESS) =>
  Account.signUp({ name: "Grace", email, password: PASSWORD, invitation })
const signedUp = Effect.flatMap(Account.AccountRepository, (accounts) =>
  Effect.map(accounts.findByEmail(Account.normalizeEmail(ADDRESS)), Option.getOrThrow)
)
const canRead = (team: Team, userId: Account.UserId) => Effect.isSuccess(as(userId)(Board.getBoard(team.boardId)))

/** Delivers, and returns the last mail to an address with the token in it. */
const delivered = Effect.fnUntraced(function* (address = ADDRESS) {
  yield* Mail.deliverMail()
  const mail = (yield* (yield* RecordingMailer).sentTo(address)).at(-1)
  return { mail, token: /signup\?invitation=([0-9a-f]{64})&email=/.exec(mail?.text ?? "")?.[1] }
})

describe("an invitation to an address without an account", () => {
  story("is mailed, and signing up by the mail's link verifies the account at once", function* () {
    const team = yield* givenTeam
    const invited = yield* invite(team)
    assert.deepInclude(invited, { userId: null, email: ADDRESS, name: null, inviterId: team.admin })
    const { mail, token } = yield* delivered()
    assert.strictEqual(mail?.subject, "Ada Lovelace invites you to the board Roadmap")
    assert.include(mail?.text, `https://app.example.test/signup?invitation=${token}&email=Grace%40Example.test`)
    assert.deepStrictEqual(yield* signUp(token), {
      invitation: { id: invited.id, boardId: team.boardId, workspaceId: null }
    })
    assert.strictEqual(yield* Mail.deliverMail(), 0)
    const { user } = yield* Account.signIn({ email: ADDRESS, password: PASSWORD })
    assert.isTrue(yield* canRead(team, user.id))
    assert.deepStrictEqual(yield* pendingOf(team), [invited])
    const { items } = yield* as(user.id)(Board.listMyInvitations())
    assert.deepInclude(items[0], { id: invited.id, userId: user.id })
    const accepted = yield* as(user.id)(Board.acceptInvitation(invited.id))
    assert.deepInclude(accepted, { userId: user.id, email: ADDRESS, name: "Grace" })
  })

  story("is recorded without the address", function* () {
    const team = yield* givenTeam
    const { id } = yield* invite(team)
    yield* as(team.admin)(Board.withdrawInvitation(team.boardId, id))
    const { changes } = yield* as(team.admin)(
      Change.listChanges({ types: ["invitation.created", "invitation.withdrawn"] })
    )
    assert.deepStrictEqual(
      changes.map(({ fields, subjectId }) => [subjectId, fields]),
      [
        [id, { role: { from: null, to: "editor" } }],
        [id, { role: { from: "editor", to: null } }]
      ]
    )
  })

  story("has its token as a hash only", function* () {
    const team = yield* givenTeam
    yield* invite(team)
    const { token = "" } = yield* delivered()
    const tables = Object.values(yield* stored).map((table) =>
      JSON.stringify(table instanceof Map ? [...table] : table)
    )
    assert.notInclude(tables.join(), token)
    assert.include(tables.join(), yield* (yield* Ports.Secrets).hash(token))
  })

  story("is theirs as soon as an account verifies the address in any way", function* () {
    const team = yield* givenTeam
    yield* invite(team)
    const { id } = yield* asOperator(Account.createAccount({ name: "Grace", email: ADDRESS, password: PASSWORD }))
    assert.isFalse(yield* canRead(team, id))
    yield* asOperator(Account.verifyAccount(id))
    assert.isTrue(yield* canRead(team, id))
    const other = { name: "Eve", email: "eve@example.test", password: PASSWORD, verified: true }
    yield* invite(team, other.email)
    assert.isTrue(yield* canRead(team, (yield* asOperator(Account.createAccount(other))).id))
  })

  story(
    "with a token that is dead or of another address counts as none: the address is verified by mail",
    function* () {
      const team = yield* givenTeam
      const { id } = yield* invite(team)
      const first = yield* delivered()
      assert.isNull((yield* signUp(first.token, "eve@example.test")).invitation)
      yield* resend(team, id)
      const second = yield* delivered()
      assert.notStrictEqual(second.token, first.token)
      for (const dead of [first.token, "", "no token", "nul\u0000"]) {
        const email = `user-${dead?.length}@example.test`
        assert.isNull((yield* signUp(dead, email)).invitation)
      }
      yield* TestClock.adjust("15 days")
      assert.isNull((yield* signUp(second.token)).invitation)
      assert.isNull((yield* signedUp).verifiedAt)
      yield* asOperator(Account.verifyAccount(ADDRESS))
      assert.isFalse(yield* canRead(team, (yield* signedUp).id))
      assert.lengthOf(yield* pendingOf(team), 1)
      yield* resend(team, id)
      assert.isTrue(yield* canRead(team, (yield* signedUp).id))
    }
  )

  story("makes an account that was never verified the invited person's", function* () {
    const team = yield* givenTeam
    yield* Account.signUp({ name: "Squatter", email: ADDRESS, password: "their password", language: "de" })
    yield* delivered()
    const before = yield* signedUp
    yield* invite(team)
    const { mail, token } = yield* delivered()
    assert.strictEqual(mail?.subject, "Ada Lovelace invites you to the board Roadmap")
    yield* signUp(token)
    const tokenVersion = before.tokenVersion + 1
    assert.deepInclude(yield* signedUp, { id: before.id, name: "Grace", language: null, tokenVersion })
    yield* Account.signIn({ email: ADDRESS, password: PASSWORD })
    assert.isTrue(yield* canRead(team, before.id))
    assert.strictEqual(yield* refused(signUp(token)), "EmailTaken")
  })

  story("is not mailed once it has ended, and its token is void", function* () {
    const team = yield* givenTeam
    const { id } = yield* invite(team)
    yield* as(team.admin)(Board.withdrawInvitation(team.boardId, id))
    assert.isUndefined((yield* delivered()).mail)
    const again = yield* invite(team)
    const { token } = yield* delivered()
    yield* as(team.admin)(Board.withdrawInvitation(team.boardId, again.id))
    assert.isNull((yield* signUp(token)).invitation)
  })
})

describe("an invitation to an address with an account", () => {
  story("looks the same to who invites, and its mail leads to the invitation", function* () {
    const team = yield* givenTeam
    const { email, id } = yield* givenAccount({ name: "Eve" })
    const known = yield* invite(team, email)
    const unknown = yield* invite(team, "nobody@example.test")
    assert.deepStrictEqual(known, { ...unknown, id: known.id, email })
    assert.isTrue(yield* canRead(team, id))
    const { mail, token } = yield* delivered(email)
    assert.isUndefined(token)
    assert.include(mail?.text, `Hello Eve,`)
    assert.include(mail?.text, `https://app.example.test/account?invitation=${known.id}`)
    yield* TestClock.adjust("15 days")
    assert.isTrue(yield* canRead(team, id))
    const [first, second] = yield* pendingOf(team)
    assert.deepStrictEqual([first, second], [known, unknown])
  })

  story("says nothing by an invitation by id, which outranks it", function* () {
    const team = yield* givenTeam
    const email = (yield* stored).accounts.get(team.stranger)?.email ?? assert.fail("no account")
    const byId = as(team.admin)(Board.inviteMember(team.boardId, { userId: team.stranger, role: "viewer" }))
    const named = yield* byId
    const byAddress = yield* invite(team, email, "editor")
    assert.notStrictEqual(byAddress.id, named.invitation.id)
    assert.deepStrictEqual(yield* byId, { ...named, created: false })
    assert.lengthOf(yield* pendingOf(team), 2)
    assert.strictEqual(yield* refused(as(team.stranger)(Board.acceptInvitation(byAddress.id))), "Forbidden")
  })

  story("is the user's again once the invitation by id is withdrawn or declined", function* () {
    for (const end of ["withdraw", "decline"]) {
      const team = yield* givenTeam
      const { email, id } = yield* givenAccount()
      const byAddress = yield* invite(team, email)
      const input = { userId: id, role: "viewer" } as const
      const { invitation } = yield* as(team.admin)(Board.inviteMember(team.boardId, input))
      yield* end === "withdraw"
        ? as(team.admin)(Board.withdrawInvitation(team.boardId, invitation.id))
        : as(id)(Board.declineInvitation(invitation.id))
      assert.deepStrictEqual(yield* pendingOf(team), [byAddress])
      assert.strictEqual((yield* as(id)(Board.acceptInvitation(byAddress.id))).role, "editor")
      assert.isEmpty(yield* pendingOf(team))
    }
  })

  story("ends when the user accepts one by id, so that a removed member does not come back by it", function* () {
    const team = yield* givenTeam
    const { email, id } = yield* givenAccount()
    const { email: unverified, id: guest } = yield* givenAccount({ verifiedAt: null })
    const kept = yield* invite(team, unverified)
    const offer = yield* invite(team, email)
    for (const userId of [id, guest]) {
      const input = { userId, role: "viewer" } as const
      const { invitation } = yield* as(team.admin)(Board.inviteMember(team.boardId, input))
      yield* as(userId)(Board.acceptInvitation(invitation.id))
    }
    assert.deepStrictEqual(yield* pendingOf(team), [kept])
    const { changes } = yield* as(team.admin)(Change.listChanges({ types: ["invitation.withdrawn"] }))
    assert.deepStrictEqual(
      changes.map(({ fields, subjectId }) => [subjectId, fields]),
      [[offer.id, { role: { from: "editor", to: null } }]]
    )
    yield* as(team.admin)(Board.removeMember(team.boardId, id))
    yield* Mail.deliverMail()
    assert.isFalse(yield* canRead(team, id))
  })
})

describe("an invitation to an address that a member has since", () => {
  story("ends with the membership, so that a removed member does not come back by it", function* () {
    const team = yield* givenTeam
    const [own, others] = [yield* invite(team), yield* invite(team, "eve@example.test")]
    yield* (yield* Account.AccountRepository).replaceEmail(team.editor, ADDRESS)
    yield* asOperator(Account.verifyAccount(team.editor))
    assert.deepStrictEqual(yield* pendingOf(team), [own, others])
    yield* as(team.editor)(Board.removeMember(team.boardId, team.editor))
    assert.deepStrictEqual(yield* pendingOf(team), [others])
    const { changes } = yield* as(team.admin)(Change.listChanges({ types: ["member.removed", "invitation.withdrawn"] }))
    assert.deepStrictEqual(
      changes.map(({ subjectId, type }) => [type, subjectId]),
      [
        ["member.removed", team.editor],
        ["invitation.withdrawn", own.id]
      ]
    )
    yield* asOperator(Account.verifyAccount(team.editor))
    assert.isFalse(yield* canRead(team, team.editor))
  })
})

describe("an invitation to an address that was another user's", () => {
  story("stays that user's when a member who has the address since leaves", function* () {
    const team = yield* givenTeam
    const { replaceEmail } = yield* Account.AccountRepository
    const { email, id } = yield* givenAccount()
    const invited = yield* invite(team, email)
    yield* replaceEmail(id, "eve@example.test")
    yield* replaceEmail(team.editor, email)
    yield* as(team.admin)(Board.removeMember(team.boardId, team.editor))
    assert.deepStrictEqual(yield* pendingOf(team), [invited])
    assert.isTrue(yield* canRead(team, id))
  })
})

describe("resendInvitation", () => {
  story("is for pending invitations by address", function* () {
    const team = yield* givenTeam
    const byId = yield* as(team.admin)(Board.inviteMember(team.boardId, { userId: team.stranger, role: "viewer" }))
    assert.strictEqual(yield* refused(resend(team, byId.invitation.id)), "InvalidInput email")
    assert.strictEqual(yield* refused(resend(team, "nothing")), "NotFound Invitation")
    const { email, id: userId } = yield* givenAccount()
    const { id } = yield* invite(team, email)
    yield* as(userId)(Board.declineInvitation(id))
    assert.strictEqual(yield* refused(resend(team, id)), "InvalidInput status")
    assert.strictEqual(yield* refused(as(team.editor)(Board.resendInvitation(team.boardId, id))), "Forbidden")
  })

  story("is limited like other mail, for all boards together", function* () {
    const team = yield* givenTeam
    const { id } = yield* invite(team)
    for (let round = 0; round < 7; round++) {
      yield* resend(team, id)
      yield* Mail.deliverMail()
    }
    assert.lengthOf(yield* (yield* RecordingMailer).sentTo(ADDRESS), 5)
    const { token } = yield* delivered()
    assert.strictEqual((yield* signUp(token)).invitation?.id, id)
  })
})
