import { Effect } from "effect"
import { CurrentActor } from "../access/Actor.js"
import { requireBoard } from "../access/authorize.js"
import { mayOnBoard, type Role } from "../access/policy.js"
import { findFaces, NO_FACE, usersById, type WithFace } from "../account/faces.js"
import { decodeInput } from "../values/InvalidInput.js"
import type { UserId } from "../values/ids.js"
import { listed, PageInput, toSlice } from "../values/Page.js"
import { BoardId } from "./Board.js"
import { type Appearing, BoardRepository } from "./BoardRepository.js"

/** Someone who appears on a board. */
export type PersonOnBoard = WithFace<{
  readonly id: UserId
  /** The address of a member of the board itself, for those who manage the board; else null. */
  readonly email: string | null
  /**
   * The role of a member; `owner` for the workspace's owner who is not a member; `invited` by a pending invitation; null
   * for those who are on the board only by what they did or were assigned, such as former members.
   */
  readonly role: Role | "owner" | "invited" | null
}>

const decode = decodeInput(PageInput)

const roleOf = ({ as }: Appearing): PersonOnBoard["role"] => (as === "none" ? null : as)

/**
 * Everyone who appears on a board, members first. An address that is invited is nobody until its invitation is accepted.
 * Fails with `InvalidInput`, `NotFound` or `Forbidden`.
 */
export const listPeople = Effect.fnUntraced(function* (id: string, input: PageInput = {}) {
  const boards = yield* BoardRepository
  const boardId = BoardId.make(id)
  const slice = toSlice(yield* decode(input))
  const { standing } = yield* requireBoard(boardId, "read the board")
  const isManager = (yield* CurrentActor)._tag === "Operator" || mayOnBoard(standing, "manage the board")
  const { items, total } = yield* boards.people(boardId, slice)
  const ids = items.map(({ userId }) => userId)
  // Remembered faces have no address.
  const users = isManager ? yield* usersById(ids) : new Map<string, never>()
  const members = new Set(isManager ? (yield* boards.members(boardId)).map(({ userId }) => userId) : [])
  const faces = isManager ? users : yield* findFaces(ids)
  const people = items.map((person): PersonOnBoard => {
    const { avatar, name } = faces.get(person.userId) ?? NO_FACE
    const email = members.has(person.userId) ? (users.get(person.userId)?.email ?? null) : null
    return { id: person.userId, name, avatar, email, role: roleOf(person) }
  })
  return listed(slice, { items: people, total })
})
