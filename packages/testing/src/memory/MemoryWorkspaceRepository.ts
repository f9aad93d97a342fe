import { type Account, type Board, type Trash, type Values, Workspace } from "@boardwright/core"
import { Effect, Layer, Option } from "effect"
import { boardsIn, withoutWorkspace } from "./cascade.js"
import { insertAll, type MemoryState, membershipKey, patch, put, requireParent, without } from "./MemoryState.js"
import { MemoryStore } from "./MemoryStore.js"
import { byCreation, pageOf, sortedBy } from "./order.js"
import { hasRoleIn, isVisibleTo, workspaceStanding } from "./boardAccess.js"
import { movedToTrash } from "./trash.js"

const owned = (state: MemoryState, userId: Account.UserId): ReadonlyArray<Workspace.Workspace> =>
  byCreation([...state.workspaces.values()].filter(({ ownerId }) => ownerId === userId))

const shared = (state: MemoryState, userId: Account.UserId): ReadonlyArray<Workspace.Workspace> => {
  const visible = [...state.boards.values()].filter((board) => isVisibleTo(state, board.id, userId))
  const ids = new Set(visible.map(({ workspaceId }) => workspaceId))
  return byCreation(
    [...state.workspaces.values()].filter(
      ({ id, ownerId }) => (ids.has(id) || hasRoleIn(state, id, userId)) && ownerId !== userId
    )
  )
}

const putMember = (
  state: MemoryState,
  workspaceId: Workspace.WorkspaceId,
  { role, userId }: Workspace.WorkspaceMember,
  at: Values.Timestamp.Timestamp
): MemoryState => {
  requireParent(state.workspaces, workspaceId, "workspace")
  const key = membershipKey(workspaceId, userId)
  const joinedAt = state.workspaceMembers.get(key)?.joinedAt ?? at
  return { ...state, workspaceMembers: put(state.workspaceMembers, key, { workspaceId, userId, role, joinedAt }) }
}

/** The state without a workspace, and with the deletions of its boards and of itself that are to be purged. */
const removed = (state: MemoryState, { createdAt: at, id: workspaceId }: Workspace.Workspace): MemoryState => {
  const deletionOf = (subjectId: string): Trash.Deletion => {
    const [id, boardId] = [subjectId as Trash.DeletionId, subjectId as Board.BoardId]
    return { id, at, actorId: null, kind: "board", workspaceId, boardId, subjectId, name: "" }
  }
  return [...boardsIn(state, workspaceId), workspaceId].reduce(
    (left, subjectId) => movedToTrash(left, deletionOf(subjectId), true),
    withoutWorkspace(state, workspaceId)
  )
}

export const layer: Layer.Layer<Workspace.WorkspaceRepository, never, MemoryStore> = Layer.effect(
  Workspace.WorkspaceRepository,
  Effect.map(MemoryStore, (store) => {
    const find = (id: Workspace.WorkspaceId) => store.read(({ workspaces }) => Option.fromNullable(workspaces.get(id)))
    return {
      insert: (workspace) =>
        MemoryStore.update(store, (state) => ({ ...state, workspaces: insertAll(state.workspaces, [workspace]) })),
      find,
      lock: find,
      list: (userId, slice, places = null) =>
        store.read((state) => {
          const visible = [...owned(state, userId), ...shared(state, userId)]
          const isIn = ({ id }: Workspace.Workspace) => places?.some(({ workspaceId }) => workspaceId === id) ?? true
          const { items, total } = pageOf(visible.filter(isIn), slice)
          return {
            items: items.map((each) => Workspace.shownTo(each, { standing: workspaceStanding(state, each, userId) })),
            total
          }
        }),
      listAll: (slice) => store.read(({ workspaces }) => pageOf(byCreation(workspaces.values()), slice)),
      listNamed: (name, slice) =>
        store.read(({ workspaces }) =>
          pageOf(byCreation([...workspaces.values()].filter((workspace) => workspace.name === name)), slice)
        ),
      lockOf: (userId) =>
        store.read((state) => {
          const isTheirs = ({ id, ownerId }: Workspace.Workspace) => ownerId === userId || hasRoleIn(state, id, userId)
          return sortedBy([...state.workspaces.values()].filter(isTheirs), ({ id }) => [id])
        }),
      countOwned: (userId) => store.read((state) => owned(state, userId).length),
      replace: (workspace) =>
        MemoryStore.update(store, (state) => ({
          ...state,
          workspaces: patch(state.workspaces, workspace.id, ({ ownerId }) => ({ ...workspace, ownerId }))
        })),
      setOwner: (id, ownerId) =>
        MemoryStore.update(store, (state) => ({
          ...state,
          workspaces: patch(state.workspaces, id, (workspace) => ({ ...workspace, ownerId }))
        })),
      putMember: (id, member, at) => MemoryStore.update(store, (state) => putMember(state, id, member, at)),
      members: (id) =>
        store.read(({ workspaceMembers }) =>
          sortedBy(
            [...workspaceMembers.values()].filter(({ workspaceId }) => workspaceId === id),
            ({ joinedAt, userId }) => [joinedAt, userId]
          ).map(({ role, userId }) => ({ userId, role }))
        ),
      removeMember: (id, userId) =>
        MemoryStore.update(store, (state) => ({
          ...state,
          workspaceMembers: without(
            state.workspaceMembers,
            (member) => member.workspaceId === id && member.userId === userId
          )
        })),
      remove: (id) =>
        store.change((state) => {
          const workspace = state.workspaces.get(id)
          return workspace === undefined ? [false, state] : [true, removed(state, workspace)]
        })
    }
  })
)
