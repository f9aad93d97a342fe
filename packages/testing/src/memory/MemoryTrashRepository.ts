import { Access, type Account, Trash, type Values } from "@boardwright/core"
import { Effect, Layer, Option } from "effect"
import { type MemoryState, patch, type Trashed } from "./MemoryState.js"
import { MemoryStore } from "./MemoryStore.js"
import { pageOf, sortedBy } from "./order.js"
import { boardAccess } from "./boardAccess.js"
import { movedBack, movedToTrash, purged } from "./trash.js"

const boardInTrash = ({ trash }: MemoryState, { boardId }: Trash.Deletion): Trashed | undefined =>
  [...trash.values()].find(({ deletion }) => deletion.kind === "board" && deletion.boardId === boardId)

const find = (
  state: MemoryState,
  { deletion, purging }: Trashed,
  userId: Account.UserId | null
): Option.Option<Trash.FoundDeletion> => {
  if (purging) return Option.none()
  const board = boardInTrash(state, deletion)
  const access = boardAccess(board === undefined ? state : movedBack(state, board), deletion.boardId, userId)
  return Option.map(access, (access) => ({ deletion, access, isBoardInTrash: board !== undefined }))
}

const list = (
  state: MemoryState,
  place: Trash.TrashPlace,
  userId: Account.UserId | null,
  slice: Values.Slice,
  places: Access.TokenPlaces | null
): Values.Page<Trash.Deletion> => {
  const found = [...state.trash.values()]
    .filter(({ deletion }) => places === null || Access.reachesBoard(places, deletion))
    .filter(({ deletion }) =>
      "boardId" in place ? deletion.boardId === place.boardId : deletion.workspaceId === place.workspaceId
    )
    .flatMap((trashed) => Option.toArray(find(state, trashed, userId)))
    .filter(({ deletion: { kind }, isBoardInTrash }) => kind === "board" || !isBoardInTrash)
    .filter(
      ({ access, deletion }) => userId === null || Access.mayOnBoard(access.standing, Access.MAY_RESTORE[deletion.kind])
    )
  const oldest = sortedBy(found, ({ deletion: { at, id } }) => [at, id])
  return pageOf(
    oldest.toReversed().map(({ deletion }) => deletion),
    slice
  )
}

const restore = (state: MemoryState, { id }: Trash.Deletion): MemoryState => {
  const trashed = state.trash.get(id)
  return trashed === undefined ? state : movedBack(state, trashed)
}

const marked = ({ trash }: MemoryState, isPurging: boolean): ReadonlyArray<Trash.Deletion> =>
  [...trash.values()].flatMap(({ deletion, purging }) => (purging === isPurging ? deletion : []))

const listOld = (state: MemoryState, before: Values.Timestamp.Timestamp): ReadonlyArray<Trash.Deletion> =>
  sortedBy(
    marked(state, false).filter(({ at }) => at < before),
    ({ at }) => [at]
  )

/** What was deleted, apart from the tables of the memory store. */
export const layer: Layer.Layer<Trash.TrashRepository, never, MemoryStore> = Layer.effect(
  Trash.TrashRepository,
  Effect.map(MemoryStore, (store) => ({
    put: (deletion, purging) => MemoryStore.update(store, (state) => movedToTrash(state, deletion, purging)),
    putTasks: (deletions) =>
      MemoryStore.update(store, (state) =>
        deletions.reduce((state, deletion) => movedToTrash(state, deletion, false), state)
      ),
    list: (place, userId, slice, places = null) => store.read((state) => list(state, place, userId, slice, places)),
    lock: (id, userId) =>
      store.read((state) =>
        Option.flatMap(Option.fromNullable(state.trash.get(id)), (trashed) => find(state, trashed, userId))
      ),
    idOf: (kind, subjectId) =>
      store.read(({ trash }) => {
        const all = [...trash.values()].map(({ deletion }) => deletion)
        const holding = all.find((deletion) => deletion.kind === kind && deletion.subjectId === subjectId)
        return Option.map(Option.fromNullable(holding), ({ id }) => id)
      }),
    restore: (deletion) => MemoryStore.update(store, (state) => restore(state, deletion)),
    startPurging: (id) =>
      MemoryStore.update(store, (state) => ({
        ...state,
        trash: patch(state.trash, id, (trashed) => ({ ...trashed, purging: true }))
      })),
    listOld: (before, limit) => store.read((state) => listOld(state, before).slice(0, limit)),
    listPurging: (limit) => store.read((state) => marked(state, true).slice(0, limit)),
    removeSome: (deletion) =>
      store.change((state) => (state.trash.has(deletion.id) ? [1, purged(state, deletion)] : [0, state]))
  }))
)
