import { Access, type Account, Change, type Task, Values } from "@boardwright/core"
import { type Context, Effect, Layer, Option } from "effect"
import { type Feed, type MemoryState, newEpoch } from "./MemoryState.js"
import { MemoryStore } from "./MemoryStore.js"
import { pageOf } from "./order.js"
import { boardAccess, boardStanding, readersOf as usersWithAccess, workspaceStanding } from "./boardAccess.js"

const headOf = ({ changes, epoch, start }: Feed): Change.FeedHead => ({
  epoch,
  position: start + changes.length,
  start
})

const append = (state: MemoryState, changes: ReadonlyArray<Change.StoredChange>): MemoryState => {
  const { position } = headOf(state.feed)
  const placed = changes.map((change, at) => ({
    ...change,
    position: position + at + 1,
    id: String(position + at + 1)
  }))
  return { ...state, feed: { ...state.feed, changes: [...state.feed.changes, ...placed] } }
}

const remembering = (check: (id: string) => boolean): ((id: string) => boolean) => {
  const known = new Map<string, boolean>()
  return (id) => {
    const answer = known.get(id) ?? check(id)
    known.set(id, answer)
    return answer
  }
}

const readableBy = (state: MemoryState, userId: Account.UserId | null): ((change: Change.Change) => boolean) => {
  if (userId === null) return () => true
  const mayOn = (action: Access.BoardAction) =>
    remembering((id) =>
      Option.exists(boardAccess(state, state.boards.get(id)?.id, userId), ({ standing }) =>
        Access.mayOnBoard(standing, action)
      )
    )
  const mayIn = (action: Access.WorkspaceAction) =>
    remembering((id) => {
      const workspace = state.workspaces.get(id)
      return workspace !== undefined && Access.mayOnWorkspace(workspaceStanding(state, workspace, userId), action)
    })
  const readers = {
    workspace: mayIn("read the workspace"),
    workspaceManagers: mayIn("manage the workspace"),
    board: mayOn("read the board"),
    managers: mayOn("manage the board"),
    nobody: () => false
  }
  return (change) => change.recipientId === userId || readers[Change.readersOf(change)](Change.readPlaceOf(change))
}

/** The changes as the user reads them: without the fields of those of a task in the trash that the user may not restore. */
const shownTo = (state: MemoryState, userId: Account.UserId | null): ((change: Change.Change) => Change.Change) => {
  if (userId === null) return (change) => change
  const trashed = new Map(trashedTasks(state).map(({ purging, taskId }) => [taskId, purging]))
  const restores = ({ boardId }: Change.Change) =>
    Option.exists(boardAccess(state, boardId ?? undefined, userId), ({ standing }) =>
      Access.mayOnBoard(standing, Access.MAY_RESTORE.task)
    )
  return (change) => {
    const purging = change.taskId === null ? undefined : trashed.get(change.taskId)
    return purging === undefined || (!purging && restores(change)) ? change : { ...change, fields: {} }
  }
}

const trashedTasks = ({ trash }: MemoryState): Change.ChangeReaders["trashed"] =>
  [...trash.values()].flatMap(({ deletion: { kind, subjectId }, purging }) =>
    kind === "task" ? { taskId: subjectId as Task.TaskId, purging } : []
  )

const matches =
  ({ actorId, boardId, taskId, types, workspaceId }: Change.ChangeFilter & Pick<Change.ActivityFilter, "actorId">) =>
  (change: Change.Change): boolean =>
    (workspaceId === undefined || change.workspaceId === workspaceId) &&
    (boardId === undefined || change.boardId === boardId) &&
    (taskId === undefined || change.taskId === taskId) &&
    (types === undefined || types.includes(change.type)) &&
    (actorId === undefined || change.actorId === actorId)

/** The changes up to the one that fills a page, as they are listed. */
const withinBytes = (changes: ReadonlyArray<Change.Change>): ReadonlyArray<Change.Change> => {
  let bytes = 0
  const last = changes.findIndex(({ fields }) => (bytes += Values.jsonBytes(fields)) >= Change.MAX_FIELDS_BYTES)
  const page = last === -1 ? changes : changes.slice(0, last + 1)
  return page.map((change) => ({ ...change, fields: Change.shownFields(change.fields) }))
}

const list = (
  state: MemoryState,
  after: number,
  filter: Change.ChangeFilter,
  userId: Account.UserId | null,
  limit: number
): Change.ChangePage => {
  const isOfOne = filter.boardId !== undefined || filter.taskId !== undefined
  const from = Math.max(0, after - state.feed.start)
  const examined = state.feed.changes.slice(from, isOfOne ? undefined : from + Change.MAX_EXAMINED)
  const isReadable = readableBy(state, userId)
  const isMatch = matches(filter)
  const readable = examined.filter((change) => isMatch(change) && isReadable(change)).map(shownTo(state, userId))
  const changes = withinBytes(readable.slice(0, limit))
  const last = changes.at(-1)
  if (last !== undefined && (changes.length === limit || changes.length < readable.length)) {
    return { changes, position: last.position }
  }
  return { changes, position: examined.at(-1)?.position ?? after }
}

const listNewest = (
  state: MemoryState,
  { type, ...filter }: Change.ActivityFilter,
  userId: Account.UserId | null,
  slice: Values.Slice
): Values.Page<Change.Change> => {
  const isReadable = readableBy(state, userId)
  const isMatch = matches({ ...filter, types: type === undefined ? undefined : [type] })
  const readable = state.feed.changes.filter((change) => isMatch(change) && isReadable(change))
  const { items, total } = pageOf(readable.toReversed(), slice)
  return { items: withinBytes(items.map(shownTo(state, userId))), total }
}

const find = (state: MemoryState, id: string, userId: Account.UserId | null): ReadonlyArray<Change.FoundChange> => {
  const found = state.feed.changes
    .filter((change) => change.id === id || change.batchId === id)
    .slice(0, Change.MAX_FOUND + 1)
  return found.every(readableBy(state, userId)) ? found.map(({ position: _, ...change }) => change) : []
}

type ReadersOf = Context.Tag.Service<Change.ChangeRepository>["readersOf"]

const readersOf = (
  state: MemoryState,
  { boardIds, taskIds, workspaceIds }: Parameters<ReadersOf>[0]
): Effect.Effect.Success<ReturnType<ReadersOf>> => {
  const boards = boardIds.flatMap((boardId) => {
    const board = state.boards.get(boardId)
    const workspace = board === undefined ? undefined : state.workspaces.get(board.workspaceId)
    if (board === undefined || workspace === undefined) return []
    return usersWithAccess(state, workspace, [board]).map((userId) => ({
      boardId,
      userId,
      standing: boardStanding(state, workspace, boardId, userId)
    }))
  })
  const workspaces = workspaceIds.flatMap((workspaceId) => {
    const workspace = state.workspaces.get(workspaceId)
    if (workspace === undefined) return []
    const within = [...state.boards.values()].filter((board) => board.workspaceId === workspaceId)
    return usersWithAccess(state, workspace, within).map((userId) => ({
      workspaceId,
      userId,
      standing: workspaceStanding(state, workspace, userId)
    }))
  })
  return { boards, workspaces, trashed: trashedTasks(state).filter(({ taskId }) => taskIds.includes(taskId)) }
}

const removeBefore = (
  state: MemoryState,
  at: Values.Timestamp.Timestamp,
  limit: number,
  through = Infinity
): readonly [number, MemoryState] => {
  const { changes, start } = state.feed
  const kept = changes.findIndex((change) => change.at >= at || change.position > through)
  const removed = Math.min(limit, kept === -1 ? changes.length : kept)
  if (removed === 0) return [0, state]
  return [removed, { ...state, feed: { ...state.feed, start: start + removed, changes: changes.slice(removed) } }]
}

const clearFields = (
  state: MemoryState,
  ...[of, after, limit]: Parameters<Context.Tag.Service<Change.ChangeRepository>["clearFields"]>
): readonly [number | null, MemoryState] => {
  const isMatch = matches(of)
  const isOf = (change: Change.Change) => isMatch(change) && (!("workspaceId" in of) || change.boardId === null)
  const next = state.feed.changes.filter((change) => change.position > after && isOf(change)).slice(0, limit)
  const cleared = new Set(next)
  const changes = state.feed.changes.map((change) => (cleared.has(change) ? { ...change, fields: {} } : change))
  return [next.at(-1)?.position ?? null, { ...state, feed: { ...state.feed, changes } }]
}

const headFor = (
  { feed, tasks }: MemoryState,
  of: Parameters<Context.Tag.Service<Change.ChangeRepository>["headOf"]>[0]
): Change.FeedHeadOf => {
  const [taskId, boardId] = "taskId" in of ? [of.taskId, tasks.get(of.taskId)?.boardId] : [null, of.boardId]
  const isOf = (change: Change.Change) =>
    (change.taskId !== null && change.taskId === taskId) || (change.boardId !== null && change.boardId === boardId)
  return { ...headOf(feed), last: feed.changes.findLast(isOf)?.position ?? 0, more: false }
}

/** The feed of changes in the memory store: a change is placed with its commit. */
export const layer: Layer.Layer<Change.ChangeRepository, never, MemoryStore> = Layer.effect(
  Change.ChangeRepository,
  Effect.map(MemoryStore, (store) => {
    const head = store.read(({ feed }) => headOf(feed))
    return {
      append: (changes) => MemoryStore.update(store, (state) => append(state, changes)),
      place: Effect.map(head, (placed) => ({ ...placed, more: false })),
      head,
      headOf: (of) => store.read((state) => headFor(state, of)),
      list: (after, filter, userId, limit) => store.read((state) => list(state, after, filter, userId, limit)),
      find: (id, userId) => store.read((state) => find(state, id, userId)),
      eraseFields: (taskId, subjectId) =>
        MemoryStore.update(store, ({ feed, ...state }) => ({
          ...state,
          feed: {
            ...feed,
            changes: feed.changes.map((change) =>
              change.taskId === taskId && change.subjectId === subjectId ? { ...change, fields: {} } : change
            )
          }
        })),
      listNewest: (filter, userId, slice) => store.read((state) => listNewest(state, filter, userId, slice)),
      readersOf: (of) => store.read((state) => readersOf(state, of)),
      removeBefore: (...which) => store.change((state) => removeBefore(state, ...which)),
      clearFields: (...which) => store.change((state) => clearFields(state, ...which)),
      renewEpoch: MemoryStore.update(store, (state) => ({ ...state, feed: { ...state.feed, epoch: newEpoch() } }))
    }
  })
)
