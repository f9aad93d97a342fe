import { Access, type Account, Board, type Task, type Values } from "@boardwright/core"
import { Effect, Layer, Option } from "effect"
import { bindingsOf, cellsOf, countCells, replaceCells, setCells, typedOf } from "./boardCells.js"
import { clearColumn, countTasks, everyTask, moveTasks } from "./boardContents.js"
import { boardDetails, columnsOf, groupsOf, membersOf, toColumn, toGroup } from "./boardDetails.js"
import { peopleOf } from "./boardPeople.js"
import { insertAll, type MemoryState, membershipKey, patch, put, requireParent, without } from "./MemoryState.js"
import { MemoryStore } from "./MemoryStore.js"
import { byCreation, byRank, endOf, pageOf, sortedBy } from "./order.js"
import { boardAccess, hasRoleIn, isVisibleTo } from "./boardAccess.js"

const insert = (state: MemoryState, board: Board.Board): MemoryState => {
  requireParent(state.workspaces, board.workspaceId, "workspace")
  return { ...state, boards: insertAll(state.boards, [board]) }
}

const pageWhere = (
  state: MemoryState,
  isListed: (board: Board.Board) => boolean,
  slice: Values.Slice
): Values.Page<Board.BoardDetails> => {
  const { items, total } = pageOf(byCreation([...state.boards.values()].filter(isListed)), slice)
  return { items: items.map(boardDetails(state)), total }
}

const isInWorkspaceOf = (state: MemoryState, { workspaceId }: Board.Board, userId: Account.UserId): boolean =>
  state.workspaces.get(workspaceId)?.ownerId === userId || hasRoleIn(state, workspaceId, userId)

const isReadableIn = (
  state: MemoryState,
  board: Board.Board,
  userId: Account.UserId,
  places: Access.TokenPlaces | null
): boolean =>
  (isInWorkspaceOf(state, board, userId) || isVisibleTo(state, board.id, userId)) &&
  (places === null || Access.reachesBoard(places, { ...board, boardId: board.id }))

const insertGroup = (state: MemoryState, boardId: Board.BoardId, group: Board.Placed<Board.Group>): MemoryState => {
  requireParent(state.boards, boardId, "board")
  return { ...state, groups: insertAll(state.groups, [{ ...group, boardId }]) }
}

const withEnd =
  (state: MemoryState, boardId: Board.BoardId) =>
  (group: Parameters<typeof toGroup>[0]): Board.GroupWithEnd => {
    const last = byRank(everyTask(state).filter((task) => task.boardId === boardId)).at(-1)
    return { ...toGroup(group), lastTaskRank: last?.rank ?? null }
  }

const findGroup = (state: MemoryState, boardId: Board.BoardId, id: Board.GroupId): Option.Option<Board.GroupWithEnd> =>
  Option.fromNullable(state.groups.get(id)).pipe(
    Option.filter((group) => group.boardId === boardId),
    Option.map(withEnd(state, boardId))
  )

const groupOfTask = (state: MemoryState, taskId: Task.TaskId, id: Board.GroupId) =>
  Option.flatMap(Option.fromNullable(state.tasks.get(taskId)), ({ boardId }) => findGroup(state, boardId, id))

const findPlace = (
  state: MemoryState,
  boardId: Board.BoardId,
  groupId: Board.GroupId | null,
  userId: Account.UserId | null
): Option.Option<Board.TaskPlace> => {
  const id = groupId ?? groupsOf(state, boardId)[0]?.id
  const group = id === undefined ? Option.none() : findGroup(state, boardId, id)
  return Option.map(boardAccess(state, boardId, userId), (access) => ({
    access,
    group,
    bindings: bindingsOf(state, boardId),
    typed: typedOf(state, boardId)
  }))
}

const removeGroup = (
  state: MemoryState,
  boardId: Board.BoardId,
  id: Board.GroupId
): readonly [Option.Option<Board.Placed<Board.Group>>, MemoryState] => {
  const group = state.groups.get(id)
  const isUsed = everyTask(state).some(({ groupId }) => groupId === id)
  if (group?.boardId !== boardId || isUsed) return [Option.none(), state]
  const { boardId: _, ...removed } = group
  return [Option.some(removed), { ...state, groups: without(state.groups, (each) => each.id === id) }]
}

const insertColumns = (
  state: MemoryState,
  boardId: Board.BoardId,
  columns: ReadonlyArray<Board.Placed<Board.Column>>
): MemoryState => {
  if (columns.length === 0) return state
  requireParent(state.boards, boardId, "board")
  const placed = columns.map((column) => ({ ...column, boardId }))
  return { ...state, columns: insertAll(state.columns, placed) }
}

const findColumn = (state: MemoryState, boardId: Board.BoardId, id: Board.ColumnId): Option.Option<Board.Column> =>
  Option.fromNullable(state.columns.get(id)).pipe(
    Option.filter((column) => column.boardId === boardId),
    Option.map(toColumn)
  )

const findColumns = (state: MemoryState, boardId: Board.BoardId, ids: ReadonlyArray<string>) =>
  columnsOf(state, boardId).flatMap((column) => (ids.includes(column.id) ? [toColumn(column)] : []))

const removeColumn = (
  state: MemoryState,
  boardId: Board.BoardId,
  id: Board.ColumnId
): readonly [Option.Option<Board.Placed<Board.Column>>, MemoryState] => {
  const column = state.columns.get(id)
  const isUsed = everyTask(state).some(({ columnValues }) => Object.hasOwn(columnValues, id))
  if (column?.boardId !== boardId || isUsed) return [Option.none(), state]
  const { boardId: _, ...removed } = column
  return [Option.some(removed), { ...state, columns: without(state.columns, (each) => each.id === id) }]
}

const replaceGroup = (state: MemoryState, boardId: Board.BoardId, group: Board.Group): MemoryState => ({
  ...state,
  groups: patch(state.groups, group.id, (before) =>
    before.boardId === boardId ? { ...group, boardId, rank: before.rank } : before
  )
})

/** The parts with these ranks. */
const reranked = <A extends Board.RankedPart & { readonly boardId: Board.BoardId }>(
  parts: ReadonlyMap<string, A>,
  boardId: Board.BoardId,
  ranked: ReadonlyArray<Board.RankedPart>
): ReadonlyMap<string, A> =>
  ranked.reduce(
    (all, { id, rank }) => patch(all, id, (before) => (before.boardId === boardId ? { ...before, rank } : before)),
    parts
  )

const replaceColumn = (state: MemoryState, boardId: Board.BoardId, column: Board.Column): MemoryState => ({
  ...state,
  columns: patch(state.columns, column.id, (before) =>
    before.boardId === boardId ? { ...column, boardId, rank: before.rank } : before
  )
})

const putMember = (
  state: MemoryState,
  boardId: Board.BoardId,
  { role, userId }: Board.Member,
  at: Board.Board["createdAt"]
): MemoryState => {
  requireParent(state.boards, boardId, "board")
  const key = membershipKey(boardId, userId)
  const joinedAt = state.members.get(key)?.joinedAt ?? at
  return { ...state, members: put(state.members, key, { boardId, userId, role, joinedAt }) }
}

export const layer: Layer.Layer<Board.BoardRepository, never, MemoryStore> = Layer.effect(
  Board.BoardRepository,
  Effect.map(MemoryStore, (store) => ({
    insert: (board) => MemoryStore.update(store, (state) => insert(state, board)),
    find: (id) => store.read((state) => Option.map(Option.fromNullable(state.boards.get(id)), boardDetails(state))),
    lock: (id) => store.read(({ boards }) => Option.fromNullable(boards.get(id))),
    list: (workspaceId, visibleTo, slice, places = null) =>
      store.read((state) => {
        const isSeen = (board: Board.Board) =>
          visibleTo === null ||
          (places === null ? isVisibleTo(state, board.id, visibleTo) : isReadableIn(state, board, visibleTo, places))
        return pageWhere(state, (board) => board.workspaceId === workspaceId && isSeen(board), slice)
      }),
    listNamed: (name, visibleTo, slice, places = null) =>
      store.read((state) => {
        const isSeen = (board: Board.Board) => visibleTo === null || isReadableIn(state, board, visibleTo, places)
        return pageWhere(state, (board) => board.name === name && isSeen(board), slice)
      }),
    replace: (board) =>
      MemoryStore.update(store, (state) => ({
        ...state,
        boards: patch(state.boards, board.id, ({ workspaceId }) => ({ ...board, workspaceId }))
      })),

    insertGroup: (boardId, group) => MemoryStore.update(store, (state) => insertGroup(state, boardId, group)),
    findPlace: (boardId, groupId, userId) => store.read((state) => findPlace(state, boardId, groupId, userId)),
    holdGroup: (taskId, id) => store.read((state) => groupOfTask(state, taskId, id)),
    holdGroups: (boardId, ids) =>
      store.read(({ groups }) =>
        ids.toSorted().flatMap((id) => {
          const group = groups.get(id)
          return group?.boardId === boardId ? [{ id: group.id, name: group.name, color: group.color }] : []
        })
      ),
    lockGroup: (taskId, id) => store.read((state) => groupOfTask(state, taskId, id)),
    removeGroup: (boardId, id) => store.change((state) => removeGroup(state, boardId, id)),
    lockTasksOf: (boardId, id) =>
      store.read((state) => countTasks(state, (task) => task.boardId === boardId && task.groupId === id)),
    moveTasks: (move, _counts, at) => MemoryStore.update(store, (state) => moveTasks(state, move, at)),
    replaceGroup: (boardId, group) => MemoryStore.update(store, (state) => replaceGroup(state, boardId, group)),
    groupsEnd: (boardId) => store.read((state) => endOf(groupsOf(state, boardId))),

    insertColumn: (boardId, column) => MemoryStore.update(store, (state) => insertColumns(state, boardId, [column])),
    insertColumns: (boardId, columns) => MemoryStore.update(store, (state) => insertColumns(state, boardId, columns)),
    findColumn: (boardId, id) => store.read((state) => findColumn(state, boardId, id)),
    lockColumn: (boardId, id) => store.read((state) => findColumn(state, boardId, id)),
    holdColumns: (boardId, ids) => store.read((state) => findColumns(state, boardId, ids)),
    lockOptions: (boardId, ids) => store.read((state) => findColumns(state, boardId, ids)),
    // A store in memory has no columns of earlier versions.
    listUnsettled: () => Effect.succeed([]),
    settle: () => Effect.void,
    bindings: (boardId) => store.read((state) => bindingsOf(state, boardId)),
    lockAgainstTasks: () => Effect.void,
    listCells: (boardId, columnId, after, limit) =>
      store.read((state) => cellsOf(state, boardId, columnId, after, limit)),
    setCells: (boardId, column, cells, at) =>
      MemoryStore.update(store, (state) => setCells(state, boardId, column, cells, at)),
    countCells: (boardId, columnId, maxSize) => store.read((state) => countCells(state, boardId, columnId, maxSize)),
    replaceCells: (boardId, column, replacements, at) =>
      MemoryStore.update(store, (state) => replaceCells(state, boardId, column, replacements, at)),
    removeColumn: (boardId, id) => store.change((state) => removeColumn(state, boardId, id)),
    clearColumn: (boardId, id, at) => store.change((state) => clearColumn(state, boardId, id, at)),
    columnsEnd: (boardId) => store.read((state) => endOf(columnsOf(state, boardId))),
    replaceColumn: (boardId, column) => MemoryStore.update(store, (state) => replaceColumn(state, boardId, column)),

    ranks: (boardId, parts) =>
      store.read((state) =>
        (parts === "groups" ? groupsOf : columnsOf)(state, boardId).map(({ id, rank }) => ({ id, rank }))
      ),
    rerank: (boardId, parts, ranked) =>
      MemoryStore.update(store, (state) => ({
        ...state,
        groups: parts === "groups" ? reranked(state.groups, boardId, ranked) : state.groups,
        columns: parts === "columns" ? reranked(state.columns, boardId, ranked) : state.columns
      })),

    putMember: (boardId, member, at) => MemoryStore.update(store, (state) => putMember(state, boardId, member, at)),
    members: (boardId) => store.read((state) => membersOf(state, boardId)),
    membersIn: (workspaceId, { trash: withTrash } = { trash: false }) =>
      store.read(({ boards, members, trash, workspaceMembers }) => {
        const inWorkspace = [...members.values()].filter(
          (each) => boards.get(each.boardId)?.workspaceId === workspaceId
        )
        const inTrash = [...(withTrash ? trash.values() : [])]
          .filter(({ deletion }) => deletion.workspaceId === workspaceId)
          .flatMap(({ rows }) => rows.members.map(([, member]) => member))
        const within = [...workspaceMembers.values()].filter((each) => each.workspaceId === workspaceId)
        return [...new Set([...inWorkspace, ...inTrash, ...within].map(({ userId }) => userId))]
      }),
    people: (boardId, slice) => store.read((state) => pageOf(peopleOf(state, boardId), slice)),
    lockOf: (userId) =>
      store.read((state) =>
        sortedBy(
          [...state.boards.values()].filter(
            ({ id, workspaceId }) =>
              isVisibleTo(state, id, userId) || state.workspaces.get(workspaceId)?.ownerId === userId
          ),
          ({ id }) => [id]
        ).map(({ id: boardId, workspaceId }) => {
          const role = state.members.get(membershipKey(boardId, userId))?.role ?? null
          return { boardId, workspaceId, role }
        })
      ),
    removeMember: (boardId, userId) =>
      MemoryStore.update(store, (state) => ({
        ...state,
        members: without(state.members, (member) => member.boardId === boardId && member.userId === userId)
      }))
  }))
)
