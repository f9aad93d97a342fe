import { type Access, Board, Task, Trash, Workspace } from "@boardwright/core"
import { assert } from "@effect/vitest"
import { Effect, FastCheck as fc } from "effect"
import {
  aDeletion,
  aMember,
  anInvitation,
  aTask,
  givenBoard,
  givenWorkspace,
  instant,
  rankAt,
  wholeList
} from "../fixtures.js"
import type { Suite } from "./Suite.js"
import type { TaskNeeds } from "./Needs.js"
import { someone, join } from "./support.js"
import { ANY } from "./generatedQueries.js"

const tasks = Effect.serviceFunctions(Task.TaskRepository)
const NOTHING = { columnValues: false, counts: false }

/** Boards that a user can read in each way, and others, all with tasks of the user and of somebody else. */
const givenAssigned = Effect.gen(function* () {
  const [invitations, workspaces, trash] = [
    yield* Board.InvitationRepository,
    yield* Workspace.WorkspaceRepository,
    yield* Trash.TrashRepository
  ]
  const [userId, other] = [yield* someone, yield* someone]
  const workspace = yield* givenWorkspace({ ownerId: userId })
  const [own, beside, thrown] = [
    yield* givenBoard({ workspace, name: "Own" }),
    yield* givenBoard({ workspace, name: "Beside" }),
    yield* givenBoard({ workspace, name: "Thrown away" })
  ]
  const [member, invited, team, guest, declined, foreign] = yield* Effect.all(
    ["Member", "Invited", "Team", "Guest", "Declined", "Foreign"].map((name) => givenBoard({ name }))
  ).pipe(Effect.map((list) => list as [typeof own, typeof own, typeof own, typeof own, typeof own, typeof own]))
  yield* join(member.board.id, userId)
  yield* invitations.invite(anInvitation({ boardId: invited.board.id, userId }))
  yield* workspaces.putMember(team.workspace.id, aMember(userId), instant())
  yield* invitations.invite(anInvitation({ boardId: null, workspaceId: guest.workspace.id, userId }))
  const refused = yield* invitations.invite(anInvitation({ boardId: declined.board.id, userId }))
  yield* invitations.close(refused.id, "declined")
  const teams = [[userId], [other], [other, userId], []]
  const all = [own, beside, thrown, member, invited, team, guest, declined, foreign].flatMap(
    ({ board, groups }, place) =>
      Array.from({ length: 12 }, (_, at) =>
        aTask({
          boardId: board.id,
          groupId: groups[at % 2]?.id ?? groups[0].id,
          name: ["Zebra", "ärger", "a", "🌱"][(at + place) % 4] ?? "",
          status: ["pending", "done", "Ärger", "working"][(at + place) % 4] ?? "",
          priority: ["low", "high", "later"][at % 3] ?? "",
          assignees: teams[(at + place) % 3] ?? [],
          dueDate: at % 4 === 0 ? null : instant((at % 5) - 2),
          updatedAt: instant((at + place) % 3),
          columnValues: { at },
          rank: rankAt(at)
        })
      )
  )
  yield* tasks.insert(all)
  const left = all.filter((_, at) => at % 12 !== 7)
  yield* Effect.forEach(all, (task, at) =>
    at % 12 === 7
      ? trash.put(
          aDeletion(
            { id: task.boardId, name: "", workspaceId: workspace.id },
            { kind: "task", subjectId: task.id, name: task.name }
          ),
          false
        )
      : Effect.void
  )
  yield* trash.put(aDeletion(thrown.board), false)
  const readable = [own, beside, member, invited, team, guest]
  return { left, other, own, readable, team, userId }
})
type Given = Effect.Effect.Success<typeof givenAssigned>

const field = (name: "dueDate" | "updatedAt" | "name", descending: boolean): Task.SortKey => ({
  by: "field",
  field: name,
  descending
})
const BY_ID: Task.SortKey = { by: "field", field: "id", descending: false }

const arbitraryKey: fc.Arbitrary<Task.SortKey> = fc.boolean().chain((descending) =>
  fc.oneof(
    fc.constantFrom("dueDate" as const, "updatedAt" as const, "name" as const).map((name) => field(name, descending)),
    fc.constantFrom("status" as const, "priority" as const).map((name): Task.SortKey => ({
      by: "label",
      field: name,
      places: { pending: 0, working: 1, done: 2, high: 0, low: 1 },
      descending
    }))
  )
)
const end = fc.option(fc.integer({ min: -2, max: 3 }).map((at) => instant(at)))

const arbitraryFilter = ({ other, own, readable, team, userId }: Given): fc.Arbitrary<Task.AssignedFilter> => {
  const { id: boardId, workspaceId } = team.board
  const places: ReadonlyArray<Access.TokenPlaces> = [
    [],
    [{ boardId: null, workspaceId: own.workspace.id }],
    [
      { boardId, workspaceId },
      { boardId: own.board.id, workspaceId: own.workspace.id }
    ]
  ]
  return fc.record({
    userId: fc.constantFrom(userId, userId, userId, other),
    places: fc.option(fc.constantFrom(...places), { freq: 2 }),
    workspaceId: fc.option(fc.constantFrom(...readable.map(({ workspace }) => workspace.id)), {
      nil: undefined,
      freq: 1
    }),
    query: fc.record({
      oneOf: fc
        .subarray(["pending", "done", "Ärger", "none"])
        .map((values) => (values.length === 0 ? [] : [{ field: "status" as const, values }])),
      ranges: fc
        .subarray(["dueDate", "updatedAt"] as const)
        .chain((fields) =>
          fc.tuple(...fields.map((name) => fc.record({ field: fc.constant(name), from: end, to: end })))
        ),
      sort: fc.array(arbitraryKey, { maxLength: 2 }).map((keys) => [...keys, BY_ID])
    })
  })
}

const reaches = (places: Access.TokenPlaces | null, { board }: Given["own"]): boolean =>
  places === null ||
  places.some(({ boardId, workspaceId }) =>
    boardId === null ? workspaceId === board.workspaceId : boardId === board.id
  )

/** The contract of `TaskRepository.listAssigned`. */
export const assignedTests: Suite<TaskNeeds> = (it) => {
  it("lists a user's tasks on the boards that the user can read, in order, on pages as in one list", function* () {
    const given = yield* givenAssigned
    let listed = 0
    for (const filter of fc.sample(arbitraryFilter(given), { numRuns: 80, seed: 11 })) {
      const { places, query, userId, workspaceId } = filter
      const boards = given.readable.filter(
        (on) =>
          userId === given.userId &&
          reaches(places, on) &&
          (workspaceId === undefined || workspaceId === on.workspace.id)
      )
      const expected = given.left.filter(
        (task) =>
          boards.some(({ board }) => board.id === task.boardId) &&
          task.assignees.includes(userId) &&
          Task.matchesQuery({ ...ANY, ...query }, task, [])
      )
      const ids = Task.sortTasks(query.sort, expected).map(({ id }) => id)
      const message = JSON.stringify(filter)
      const whole = yield* tasks.listAssigned(filter, wholeList, NOTHING)
      assert.deepStrictEqual([whole.total, whole.items.map(({ id }) => id)], [ids.length, ids], message)
      const page = yield* tasks.listAssigned(filter, { page: 2, limit: 5, offset: 5 }, NOTHING)
      assert.deepStrictEqual([page.total, page.items], [ids.length, whole.items.slice(5, 10)], message)
      listed += ids.length
    }
    assert.isAbove(listed, 300)
  })

  it("returns each task as its board's list does, with the board's name and workspace", function* () {
    const given = yield* givenAssigned
    const filter = { userId: given.userId, places: null, query: { oneOf: [], ranges: [], sort: [BY_ID] } }
    for (const include of [NOTHING, { columnValues: true, counts: true }, { columnValues: false, counts: true }]) {
      const { items } = yield* tasks.listAssigned(filter, wholeList, include)
      const expected = yield* Effect.forEach(given.readable, ({ board }) =>
        Effect.map(tasks.listWith({ boardId: board.id, assignee: given.userId }, wholeList, include), (page) =>
          page.items.map((task) => ({ ...task, boardName: board.name, workspaceId: board.workspaceId }))
        )
      )
      assert.isNotEmpty(items)
      assert.sameDeepMembers([...items], expected.flat())
    }
  })
}
