import { type Account, Board, Workspace } from "@boardwright/core"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { anInvitation, fresh, givenBoard, instant, wholeList } from "../fixtures.js"
import type { GivenBoardNeeds } from "./Needs.js"
import type { Suite } from "./Suite.js"
import { isNone, valueOf, someone } from "./support.js"

const invitations = Effect.serviceFunctions(Board.InvitationRepository)

/** An invitation by address, which no user has. */
const anOffer = Effect.fnUntraced(function* (overrides: Partial<Board.Invitation> = {}) {
  const boardId = overrides.boardId ?? (yield* givenBoard()).board.id
  const { userId: _, ...invitation } = anInvitation({ boardId, userId: "nobody" as Account.UserId })
  const expiresAt = instant(60)
  const email = overrides.email ?? `${fresh("Address")}@Example.test`
  return { ...invitation, userId: null, expiresAt, ...overrides, boardId, email }
})

const givenOffer = (overrides: Partial<Board.Invitation> = {}) => Effect.flatMap(anOffer(overrides), invitations.offer)

const addressOf = ({ email }: Board.Invitation): string => (email ?? assert.fail("no address")).toLowerCase()

/** The part of the contract of `InvitationRepository` that is about invitations by address. */
export const offeredInvitations: Suite<GivenBoardNeeds | Board.InvitationRepository> = (it) => {
  it("stores invitations by address, any number without a user, and replaces one by its id", function* () {
    const first = yield* anOffer()
    const { boardId } = first
    assert.deepStrictEqual(yield* invitations.offer(first), first)
    const second = yield* givenOffer({ boardId })
    const userId = yield* someone
    const changed = { ...first, userId, role: "admin", inviterId: userId, expiresAt: instant(90) } as const
    assert.deepStrictEqual(yield* invitations.offer({ ...changed, createdAt: first.createdAt }), changed)
    assert.deepStrictEqual(valueOf(yield* invitations.find(first.id)), changed)
    const listed = yield* invitations.listForPlace({ kind: "board", id: boardId }, wholeList)
    assert.sameDeepMembers([...listed.items], [changed, second])
    const { items } = yield* invitations.listForUser(userId, wholeList)
    assert.deepStrictEqual(
      items.map(({ boardName: _, workspaceName: _none, ...invitation }) => invitation),
      [changed]
    )
  })

  it("finds what is pending for a user or an address on a board", function* () {
    const { id: boardId } = (yield* givenBoard()).board
    const offer = yield* givenOffer({ boardId })
    const userId = yield* someone
    const named = yield* invitations.invite(anInvitation({ boardId, userId }))
    const pending = (user: Account.UserId | null, address: string | null, on = boardId) =>
      invitations.pending({ kind: "board", id: on }, user, address)
    assert.deepStrictEqual(yield* pending(userId, null), [named])
    assert.deepStrictEqual(yield* pending(null, addressOf(offer)), [offer])
    assert.sameDeepMembers([...(yield* pending(userId, addressOf(offer)))], [named, offer])
    assert.isEmpty(yield* pending(null, null))
    assert.isEmpty(yield* pending(userId, addressOf(offer), (yield* givenBoard()).board.id))
    yield* invitations.close(named.id, "declined")
    assert.isEmpty(yield* pending(userId, null))
  })

  it("finds a pending invitation by its latest token", function* () {
    const offer = yield* givenOffer()
    const [first, second] = [fresh("hash"), fresh("hash")]
    isNone(yield* invitations.findByToken(first))
    yield* invitations.setToken(offer.id, first)
    assert.deepStrictEqual(valueOf(yield* invitations.findByToken(first)), offer)
    yield* invitations.setToken(offer.id, second)
    isNone(yield* invitations.findByToken(first))
    assert.deepStrictEqual(valueOf(yield* invitations.findByToken(second)), offer)
    yield* invitations.offer({ ...offer, email: addressOf(offer) })
    assert.strictEqual(valueOf(yield* invitations.findByToken(second)).id, offer.id)
    yield* invitations.remove(offer.id)
    isNone(yield* invitations.findByToken(second))
  })

  it("gives what is open for an address to its user", function* () {
    const open = yield* givenOffer()
    const address = addressOf(open)
    const userId = yield* someone
    const other = yield* someone
    const joined = (yield* givenBoard()).board.id
    const owned = yield* givenBoard()
    yield* (yield* Workspace.WorkspaceRepository).setOwner(owned.workspace.id, userId)
    const offers = {
      open,
      expired: yield* givenOffer({ email: address, expiresAt: instant(30) }),
      taken: yield* givenOffer({ email: address, userId: other }),
      elsewhere: yield* givenOffer({ boardId: open.boardId }),
      outranked: yield* givenOffer({ email: address }),
      member: yield* givenOffer({ email: address, boardId: joined }),
      owner: yield* givenOffer({ email: address, boardId: owned.board.id })
    }
    yield* invitations.invite(anInvitation({ boardId: offers.outranked.boardId, userId }))
    yield* (yield* Board.BoardRepository).putMember(joined, { userId, role: "admin" }, instant(0))
    yield* invitations.bind(address, userId, instant(30))
    const bound: Record<string, string | null> = {}
    for (const [name, { id }] of Object.entries(offers)) bound[name] = valueOf(yield* invitations.find(id)).userId
    assert.deepStrictEqual(bound, {
      open: userId,
      expired: null,
      taken: other,
      elsewhere: null,
      outranked: null,
      member: null,
      owner: null
    })
  })
}
