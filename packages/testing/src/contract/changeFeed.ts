import { type Account, type Board, Change, Ports, type Workspace } from "@boardwright/core"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { aChange, fresh } from "../fixtures.js"

/** The id of a workspace that is not stored. */
export const aWorkspaceId = () => fresh("workspace") as Workspace.WorkspaceId
/** The id of a board that is not stored. */
export const aBoardId = () => fresh("board") as Board.BoardId
/** A workspace and a board that are not stored. */
export const aPlace = () => ({ workspaceId: aWorkspaceId(), boardId: aBoardId() })
/** Changes with the subjects 0, 1, 2 ... */
export const many = (count: number, overrides: Parameters<typeof aChange>[0]) =>
  Array.from({ length: count }, (_, at) => aChange({ ...overrides, subjectId: String(at) }))

/** Records the changes in a transaction. */
export const record = (...changes: ReadonlyArray<Change.StoredChange>) =>
  Ports.transactional(Effect.flatMap(Change.ChangeRepository, (feed) => feed.append(changes)))

/** The head with every committed change placed. */
export const placeAll = Effect.gen(function* () {
  const feed = yield* Change.ChangeRepository
  let { more, ...head } = yield* feed.place
  while (more) {
    const before = head.position
    ;({ more, ...head } = yield* feed.place)
    assert.isAbove(head.position, before)
    assert.isAtMost(head.position, before + Change.MAX_PLACED)
  }
  return head
})

/** The pages after a position up to the head. */
export const pages = Effect.fnUntraced(function* (
  after: number,
  filter: Change.ChangeFilter = {},
  userId: Account.UserId | null = null,
  limit = 500
) {
  const feed = yield* Change.ChangeRepository
  const head = yield* placeAll
  const found: Array<Change.ChangePage> = []
  for (let at = after; at < head.position;) {
    const page = yield* feed.list(at, filter, userId, limit)
    assert.isAbove(page.position, at)
    assert.isAtMost(page.changes.length, limit)
    found.push(page)
    at = page.position
  }
  return found
})

/** The changes after a position up to the head. */
export const follow = (...parameters: Parameters<typeof pages>) =>
  Effect.map(pages(...parameters), (found) => found.flatMap(({ changes }) => changes))

/** The changes without what placing added. */
export const asStored = (changes: ReadonlyArray<Change.Change>) => changes.map(({ id, position, ...stored }) => stored)
