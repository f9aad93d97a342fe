import { Array, Chunk, Effect, Option, Stream } from "effect"
import { actingUser } from "../access/Actor.js"
import { requireBoard } from "../access/authorize.js"
import { mayOnBoard } from "../access/policy.js"
import { usersById } from "../account/faces.js"
import type { ColumnId } from "../board/Board.js"
import { BoardRepository } from "../board/BoardRepository.js"
import type { ColumnValues } from "../task/Task.js"
import { BoardId, type GroupId, type UserId } from "../values/ids.js"
import { orNotFound } from "../values/NotFound.js"
import { paged } from "../values/Page.js"
import { now } from "../values/Timestamp.js"
import { makeYieldPoint, TASKS_PER_BATCH } from "../values/yieldPoint.js"
import { type ArchivedPerson, type ArchivedTask, type ArchiveHeader, FORMAT, VERSION } from "./Archive.js"
import { ArchiveRepository, type WholeTask } from "./ArchiveRepository.js"

const peopleOf = function* ({ assignees, comments, timeEntries }: WholeTask): Generator<UserId> {
  yield* assignees
  for (const { mentions, userId } of comments) {
    yield userId
    yield* mentions
  }
  for (const { userId } of timeEntries) yield userId
}

/** The entries of the columns of people: ids of users, and other texts. */
const peopleInCells = function* ({ columnValues }: WholeTask, columns: ReadonlyArray<ColumnId>): Generator<unknown> {
  for (const id of columns) {
    const value = columnValues[id]
    if (Array.isArray(value)) yield* value
    else yield value
  }
}

/** The ids of all who appear on a board. */
const appearingOn = Effect.fnUntraced(function* (boardId: BoardId) {
  const { people } = yield* BoardRepository
  const pages = paged(
    (slice) => people(boardId, slice),
    ({ userId }) => userId
  )
  return new Set(Chunk.toReadonlyArray(yield* Stream.runCollect(pages)).flat())
})

/**
 * All people of the members and tasks, each once, in order of appearance. Of what cells name only those who appear on the board:
 * the id of any other account is a text like others. Reads all tasks and stores only the people.
 */
const archivePeople = Effect.fnUntraced(function* <E, R>(
  boardId: BoardId,
  { columns, members }: Pick<ArchiveHeader, "columns" | "members">,
  tasks: Stream.Stream<WholeTask, E, R>,
  withEmails: boolean
) {
  const ids = new Set(members.map(({ userId }) => userId))
  const ofPeople = columns.flatMap((column) => (column.type.toLowerCase() === "person" ? [column.id] : []))
  const appearing: ReadonlySet<unknown> = ofPeople.length === 0 ? new Set() : yield* appearingOn(boardId)
  yield* Stream.runForEachChunk(tasks, (page) =>
    Effect.sync(() => {
      for (const task of page) {
        for (const userId of peopleOf(task)) ids.add(userId)
        for (const entry of peopleInCells(task, ofPeople)) if (appearing.has(entry)) ids.add(entry as UserId)
      }
    })
  )
  const known = yield* usersById(ids)
  return [...ids].map((id): ArchivedPerson => {
    const user = known.get(id)
    if (user === undefined) return { id }
    return withEmails ? { id, email: user.email, name: user.name } : { id, name: user.name }
  })
})

const withoutTaskId = <A extends { readonly taskId: unknown }>({ taskId: _, ...part }: A): Omit<A, "taskId"> => part

/** Archives tasks as the header allows: in the last group if theirs is missing. None if the header has no group. */
const archiveTask = ({ columns, groups }: Pick<ArchiveHeader, "groups" | "columns">) => {
  const groupIds = new Set(groups.map(({ id }) => id))
  const columnIds = new Set<string>(columns.map(({ id }) => id))
  const lastGroup = groups.at(-1)?.id
  const groupOf = (id: GroupId): GroupId | undefined => (groupIds.has(id) ? id : lastGroup)
  const valuesOf = (values: ColumnValues): ColumnValues =>
    Object.keys(values).every((key) => columnIds.has(key))
      ? values
      : Object.fromEntries(Object.entries(values).filter(([key]) => columnIds.has(key)))
  return ({ boardId: _boardId, rank: _rank, ...task }: WholeTask): Option.Option<ArchivedTask> =>
    Option.map(Option.fromNullable(groupOf(task.groupId)), (groupId) => ({
      ...task,
      groupId,
      columnValues: valuesOf(task.columnValues),
      comments: task.comments.map(withoutTaskId),
      subtasks: task.subtasks.map(withoutTaskId),
      timeEntries: task.timeEntries.map(withoutTaskId)
    }))
}

/**
 * A whole board as plain JSON: a header, and its tasks in order as a stream that reads a page at a time, again each
 * time it is run. Email addresses are included for the operator and for managers of the board.
 *
 * The header, the order of the tasks and each page of them is a snapshot. During concurrent changes a task that is created
 * or deleted may appear or not; every other task appears once. The result can always be restored: a
 * group or column that is newer than the header is not in it, so a task of such a group is placed in the last one, and
 * values of such columns are dropped. Fails with `NotFound` or `Forbidden`.
 */
export const exportBoard = Effect.fnUntraced(function* (id: string) {
  const archive = yield* ArchiveRepository
  const boards = yield* BoardRepository
  const boardId = BoardId.make(id)
  const access = yield* requireBoard(boardId, "read the board")
  const exportedAt = yield* now
  const {
    columns,
    groups,
    id: _id,
    members,
    workspaceId: _workspaceId,
    ...board
  } = yield* boards.find(boardId).pipe(orNotFound("Board", boardId))
  const yieldPoint = yield* makeYieldPoint
  // Pages by place in the order would miss a task that is moved to before them meanwhile.
  const taskIds = Array.chunksOf(yield* archive.taskIds(boardId), TASKS_PER_BATCH)
  const whole = Stream.fromIterable(taskIds).pipe(
    Stream.mapEffect((page) => Effect.zipLeft(archive.tasks(boardId, page), yieldPoint)),
    Stream.map(Chunk.unsafeFromArray),
    Stream.flattenChunks
  )
  const withEmails = (yield* actingUser) === null || mayOnBoard(access.standing, "manage the board")
  const people = yield* archivePeople(boardId, { columns, members }, whole, withEmails)
  const header: ArchiveHeader = {
    format: FORMAT,
    version: VERSION,
    exportedAt,
    board,
    groups,
    columns,
    members,
    people
  }
  return { archive: header, tasks: Stream.filterMap(whole, archiveTask(header)) }
})
