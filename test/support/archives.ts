import { Access, type Account, Archive, Board, type Task, Values, type Workspace } from "@boardwright/core"
import {
  aBoard,
  aColumn,
  aComment,
  aGroup,
  aSubtask,
  aTask,
  aTimeEntry,
  fresh,
  givenAccount
} from "@boardwright/testing"
import { Chunk, Effect, Stream } from "effect"
import fc from "fast-check"

const storable = (length: number) =>
  fc.string({ unit: "binary", maxLength: length }).filter((text) => !Values.isUnstorable(text))
const trimmed = (length: number) => storable(length).map((text) => text.trim() || "-")
const instant = fc.oneof(
  fc.integer({ min: 0, max: 253_402_300_799_999 }).map((millis) => Values.Timestamp.fromMillis(millis)),
  // Things of one time stand in the order in which they were made.
  fc.constantFrom(0, 1).map((millis) => Values.Timestamp.fromMillis(millis))
)
const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`)
const width = fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }).map((value) => value + 0)
const json = fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.parse(JSON.stringify(value)) as Task.Json)
const value = json.filter((each) => each !== null && Values.isJson(each))

/** How many users a drawn board is of. */
const USERS = 5
const user = fc.nat(USERS - 1)
const users = fc.uniqueArray(user, { maxLength: 3 })

const group = fc.record({ name: trimmed(20), color })
const column = fc.record({
  name: trimmed(20),
  type: trimmed(10),
  required: fc.boolean(),
  description: storable(20),
  width: fc.option(width),
  visible: fc.boolean()
})
const task = fc.record({
  group: fc.nat(),
  name: trimmed(30),
  description: storable(30),
  status: trimmed(10),
  priority: trimmed(10),
  assignees: users,
  dueDate: fc.option(instant),
  values: fc.array(fc.tuple(fc.nat(), value), { maxLength: 3 }),
  createdAt: instant,
  updatedAt: instant,
  comments: fc.array(
    fc.record({ user, content: trimmed(30), mentions: users, createdAt: instant, editedAt: fc.option(instant) }),
    { maxLength: 3 }
  ),
  subtasks: fc.array(fc.record({ name: trimmed(20), completed: fc.boolean(), createdAt: instant }), { maxLength: 3 }),
  timeEntries: fc.array(fc.record({ user, duration: width, description: storable(20), createdAt: instant }), {
    maxLength: 3
  })
})

/** A board with everything, drawn at random; people are numbers of users. */
export const drawnBoard = fc.record({
  board: fc.record({
    name: trimmed(30),
    description: storable(30),
    background: fc.record({
      type: trimmed(8),
      value: fc.oneof(color, fc.constant("linear-gradient(90deg, red, #00f)"))
    }),
    viewDensity: trimmed(8),
    createdAt: instant,
    updatedAt: instant
  }),
  groups: fc.array(group, { minLength: 1, maxLength: 4 }),
  columns: fc.array(column, { maxLength: 4 }),
  // The first is the admin that a board has.
  members: fc.uniqueArray(fc.tuple(user, fc.constantFrom(...Access.Role.literals)), {
    selector: ([id]) => id,
    minLength: 1,
    maxLength: USERS
  }),
  tasks: fc.array(task, { maxLength: 6 })
})
export type DrawnBoard = typeof drawnBoard extends fc.Arbitrary<infer A> ? A : never

/** As many users as a drawn board is of. */
export const givenUsers = Effect.map(
  Effect.forEach(Array.from({ length: USERS }), () => givenAccount({ id: fresh("person") as Account.UserId })),
  (accounts) => accounts.map(({ id }) => id)
)

const wholeTask = (
  drawn: DrawnBoard["tasks"][number],
  people: ReadonlyArray<Account.UserId>,
  on: Pick<Task.PlacedTask, "boardId" | "groupId" | "rank">,
  columnIds: ReadonlyArray<string>
): Archive.WholeTask => {
  const { comments, group: _, subtasks, timeEntries, values, ...fields } = drawn
  const person = (at: number): Account.UserId => people[at] ?? people[0] ?? (undefined as never)
  const columnValues = values.flatMap(([at, each]) =>
    columnIds.length === 0 ? [] : [[columnIds[at % columnIds.length] ?? "", each] as const]
  )
  const placed = aTask({
    ...fields,
    ...on,
    assignees: drawn.assignees.map(person),
    columnValues: Object.fromEntries(columnValues)
  })
  const taskId = placed.id
  return {
    ...placed,
    comments: comments.map(({ mentions, user: by, ...each }) =>
      aComment({ ...each, taskId, userId: person(by), mentions: mentions.map(person) })
    ),
    subtasks: subtasks.map((each) => aSubtask({ ...each, taskId })),
    timeEntries: timeEntries.map(({ user: by, ...each }) => aTimeEntry({ ...each, taskId, userId: person(by) }))
  }
}

/** Stores a drawn board in the workspace; its id. */
export const storeDrawn = Effect.fnUntraced(function* (
  drawn: DrawnBoard,
  workspaceId: Workspace.WorkspaceId,
  people: ReadonlyArray<Account.UserId>
) {
  const boards = yield* Board.BoardRepository
  const board = aBoard({ ...drawn.board, workspaceId })
  yield* boards.insert(board)
  let rank: Values.Rank | null = null
  const next = () => (rank = Values.rankAfter(rank))
  const groups = drawn.groups.map((each) => aGroup({ ...each, rank: next() }))
  const columns = drawn.columns.map((each) => aColumn({ ...each, rank: next() }))
  yield* Effect.forEach(groups, (each) => boards.insertGroup(board.id, each))
  yield* Effect.forEach(columns, (each) => boards.insertColumn(board.id, each))
  for (const [at, [member, role]] of drawn.members.entries()) {
    const userId = people[member] ?? (undefined as never)
    yield* boards.putMember(board.id, { userId, role: at === 0 ? "admin" : role }, Values.Timestamp.fromMillis(at))
  }
  const columnIds = columns.map(({ id }) => id)
  const tasks = drawn.tasks.map((each) => {
    const groupId = groups[each.group % groups.length]?.id ?? (undefined as never)
    return wholeTask(each, people, { boardId: board.id, groupId, rank: next() }, columnIds)
  })
  yield* (yield* Archive.ArchiveRepository).insertTasks(tasks)
  return board.id
})

const asOperator = Effect.provideService(Access.CurrentActor, Access.Actor.Operator())

/** A board as it is exported, as JSON text and as its tasks' texts. */
export const exported = Effect.fnUntraced(function* (boardId: string) {
  const { archive, tasks } = yield* Archive.exportBoard(boardId)
  const all = yield* Stream.runCollect(tasks)
  return {
    header: JSON.stringify(archive),
    tasks: Chunk.toReadonlyArray(Chunk.map(all, (each) => JSON.stringify(each)))
  }
}, asOperator)
export type Exported = Effect.Effect.Success<ReturnType<typeof exported>>

/** Restores what was exported. */
export const restored = ({ header, tasks }: Exported, workspaceId: string) =>
  asOperator(
    Archive.restoreBoard(
      { workspaceId },
      JSON.parse(header),
      Stream.map(Stream.fromIterable(tasks), (text): unknown => JSON.parse(text))
    )
  )

/** An export with its ids, but for people's, as the places of their first appearance, and without its time. */
export const canonical = ({ header, tasks }: Exported): unknown => {
  const places = new Map<string, string>()
  const place = (id: string): string => {
    if (!places.has(id)) places.set(id, `#${places.size}`)
    return places.get(id) ?? ""
  }
  type Part = { readonly id: string }
  const renamed = <A extends Part>(parts: ReadonlyArray<A>) => parts.map((part) => ({ ...part, id: place(part.id) }))
  const { exportedAt: _, ...archive } = JSON.parse(header) as Archive.ArchiveHeader
  const groups = renamed(archive.groups)
  const columns = renamed(archive.columns)
  return {
    archive: { ...archive, groups, columns },
    tasks: tasks.map((text) => {
      const each = JSON.parse(text) as Archive.ArchivedTask
      return {
        ...each,
        id: place(each.id),
        groupId: place(each.groupId),
        columnValues: Object.fromEntries(Object.entries(each.columnValues).map(([key, cell]) => [place(key), cell])),
        comments: renamed(each.comments),
        subtasks: renamed(each.subtasks),
        timeEntries: renamed(each.timeEntries)
      }
    })
  }
}
