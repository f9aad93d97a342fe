import { type Account, Board, Ports, Task, Values, type Workspace } from "@boardwright/core"
import { Clock, Effect } from "effect"

const DAY = 86_400_000
/** Tasks per insert. */
const SLICE = 1000

const GROUPS = ["Backlog", "This week", "In progress", "Done"]
const COLORS = ["#579BFC", "#FDAB3D", "#A25DDC", "#00C875"]
const COLUMNS = [
  ["Owner", "person"],
  ["Stage", "status"],
  ["Estimate", "number"],
  ["Starts", "date"],
  ["Notes", "text"]
] as const
const VERBS = ["Review", "Draft", "Ship", "Test", "Plan", "Repair", "Measure", "Translate", "Order", "Archive", "Call"]
const THINGS = ["the price list", "release notes", "invoices", "the sign-in page", "supplier contracts", "the backup"]
const PLACES = ["for Lisbon", "for Oslo", "for the web shop", "of last quarter", "with the new team"]
const STATUSES = ["pending", "working", "stuck", "done", "done"]
const PRIORITIES = ["medium", "high", "low", "medium"]
const STAGES = ["idea", "agreed", "under way", "delivered"]

/** An item of a list that is not empty. */
const pick = <A>(from: ReadonlyArray<A>, at: number): A => from[at % from.length] as A

export interface LoadBoard {
  readonly workspaceId: Workspace.WorkspaceId
  readonly ownerId: Account.UserId
  /** Its number, from 0. */
  readonly at: number
  readonly tasks: number
}

const insertParts = Effect.fnUntraced(function* (board: Board.NewBoard, at: Values.Timestamp.Timestamp) {
  const boards = yield* Board.BoardRepository
  const ids = yield* Ports.Ids
  const boardId = board.board.id
  yield* boards.insert(board.board)
  yield* boards.putMember(boardId, board.member, at)
  const groups: Array<Board.GroupId> = []
  const columns: Array<Board.Placed<Board.Column>> = []
  let rank: Values.Rank | null = null
  for (const [index, name] of GROUPS.entries()) {
    const id = index === 0 ? board.group.id : Board.GroupId.make(yield* ids.next)
    rank = Values.rankAfter(rank)
    yield* boards.insertGroup(boardId, { id, name, color: pick(COLORS, index), rank })
    groups.push(id)
  }
  rank = null
  for (const [name, type] of COLUMNS) {
    rank = Values.rankAfter(rank)
    columns.push({ ...Board.newColumn(yield* ids.next, { name, type }), rank })
  }
  yield* boards.insertColumns(boardId, columns)
  return { groups, columns: columns.map(({ id }) => id) }
})

const valuesOf = (columns: ReadonlyArray<Board.ColumnId>, at: number, ownerId: string, day: string) => {
  const values = [ownerId, pick(STAGES, at), (at % 13) + 1, day, `Seen by ${(at * 7) % 40} people`]
  return Object.fromEntries(columns.map((id, index) => [id, values[index] ?? ""]))
}

/** Creates a board of a load test in one transaction. Returns its id. */
export const insertLoadBoard = Effect.fnUntraced(function* (wanted: LoadBoard) {
  const { at, ownerId, workspaceId } = wanted
  const tasks = yield* Task.TaskRepository
  const ids = yield* Ports.Ids
  const now = yield* Clock.currentTimeMillis
  const made = yield* Board.newBoard({
    name: `Load test ${at + 1}`,
    description: `A board of ${wanted.tasks} made tasks`,
    workspaceId,
    creatorId: ownerId
  })
  const { columns, groups } = yield* insertParts(made, made.board.createdAt)
  let rank: Values.Rank | null = null
  for (let from = 0; from < wanted.tasks; from += SLICE) {
    const slice: Array<Task.PlacedTask> = []
    for (let index = from; index < Math.min(from + SLICE, wanted.tasks); index++) {
      rank = Values.rankAfter(rank)
      const seed = at * 31 + index
      const createdAt = Values.Timestamp.fromMillis(now - ((seed * 17) % 60) * DAY - index * 1000)
      slice.push({
        id: Task.TaskId.make(yield* ids.next),
        boardId: made.board.id,
        groupId: pick(groups, seed),
        name: `${pick(VERBS, seed)} ${pick(THINGS, seed)} ${pick(PLACES, seed)} (${index + 1})`,
        description: seed % 3 === 0 ? `What is known so far about ${pick(THINGS, seed)}, and what is not.` : "",
        status: pick(STATUSES, seed),
        priority: pick(PRIORITIES, seed),
        assignees: seed % 3 === 1 ? [ownerId] : [],
        dueDate: seed % 4 === 0 ? null : Values.Timestamp.fromMillis(now + (((seed * 11) % 60) - 30) * DAY),
        columnValues: valuesOf(columns, seed, ownerId, createdAt.slice(0, 10)),
        rank,
        createdAt,
        updatedAt: createdAt
      })
    }
    yield* tasks.insert(slice)
  }
  return made.board.id
}, Ports.transactional)
