import { Account, Archive, Board, Task } from "@boardwright/core"
import { aComment, aTask, aTimeEntry, fresh, givenTask, instant, rankAt } from "@boardwright/testing"
import { assert, describe } from "@effect/vitest"
import { Chunk, Effect, Stream, Struct } from "effect"
import { afterNoon, as, asOperator, givenTeam, refused, story, writingNothing } from "../support.js"

const exported = Effect.fnUntraced(function* (boardId: string) {
  const { archive, tasks } = yield* Archive.exportBoard(boardId)
  return { archive, tasks: Chunk.toReadonlyArray(yield* Stream.runCollect(tasks)) }
})

describe("exportBoard", () => {
  story("returns the board and its tasks with their lists as plain JSON", function* () {
    const { columns, groups, ...team } = yield* givenTeam
    const [column] = columns
    const task = yield* givenTask(
      { ...team, columns, groups },
      { assignees: [team.editor], columnValues: { [column.id]: [1] }, dueDate: instant() }
    )
    const { comment, entry, subtask } = yield* as(team.editor)(
      Effect.all({
        comment: Task.addComment(task.id, { content: "Look", mentions: [team.owner] }),
        subtask: Task.addSubtask(task.id, { name: "Part" }),
        entry: Task.addTimeEntry(task.id, { duration: 2 })
      })
    )
    const { archive, tasks } = yield* writingNothing(asOperator(exported(team.boardId)))
    const { background, createdAt, description, name, updatedAt, viewDensity } = team.board
    assert.deepStrictEqual(archive, {
      format: "boardwright-board",
      version: 1,
      exportedAt: afterNoon(0),
      board: { name, description, background, viewDensity, createdAt, updatedAt },
      groups: groups.map(({ rank: _, ...group }) => group),
      columns: columns.map(({ rank: _, ...each }) => each),
      members: [
        { userId: team.admin, role: "admin" },
        { userId: team.editor, role: "editor" },
        { userId: team.viewer, role: "viewer" }
      ],
      people: [team.admin, team.editor, team.viewer, team.owner].map((id) => ({
        id,
        email: `${id}@example.test`,
        name: "Ada Lovelace"
      }))
    })
    const { boardId: _board, rank: _rank, ...fields } = task
    const { avatar: _avatar, name: _name, taskId: _1, ...archivedComment } = comment
    const { taskId: _2, ...archivedSubtask } = subtask
    const { taskId: _3, ...archivedEntry } = entry
    assert.deepStrictEqual(tasks, [
      { ...fields, comments: [archivedComment], subtasks: [archivedSubtask], timeEntries: [archivedEntry] }
    ])
  })

  story("has the people of the workspace that cells name, and no other account", function* () {
    const team = yield* givenTeam
    const column = yield* as(team.admin)(Board.addColumn(team.boardId, { name: "Lead", type: "Person" }))
    const elsewhere = yield* givenTeam
    const cells = [[team.owner, "Kim"], elsewhere.admin, elsewhere.owner]
    for (const cell of cells) yield* givenTask(team, { columnValues: { [column.id]: cell } })
    const { archive } = yield* as(team.admin)(exported(team.boardId))
    assert.deepStrictEqual(
      archive.people.map(({ id }) => id),
      [team.admin, team.editor, team.viewer, team.owner]
    )
  })

  story("has addresses for managers only", function* () {
    const { admin, boardId, editor, owner, viewer } = yield* givenTeam
    const hasAddresses = Effect.map(exported(boardId), ({ archive }) => {
      assert.isTrue(archive.people.every(({ name }) => name === "Ada Lovelace"))
      return archive.people.every((person) => "email" in person)
    })
    const told = yield* Effect.all([
      ...[viewer, editor, admin, owner].map((who) => as(who)(hasAddresses)),
      asOperator(hasAddresses)
    ])
    assert.deepStrictEqual(told, [false, false, true, true, true])
    assert.strictEqual(yield* refused(asOperator(Archive.exportBoard("none"))), "NotFound Board")
  })

  story("lists everyone once, and unknown users by id only", function* () {
    const team = yield* givenTeam
    const gone = fresh("gone") as Account.UserId
    const task = aTask({ boardId: team.boardId, groupId: team.groups[0].id, assignees: [gone, team.viewer] })
    const under = { taskId: task.id, userId: gone }
    const whole = { ...task, comments: [aComment({ ...under, mentions: [gone, team.owner] })], subtasks: [] }
    const archive = yield* Archive.ArchiveRepository
    yield* archive.insertTasks([{ ...whole, timeEntries: [aTimeEntry(under)] }])
    const peopleOf = Effect.map(exported(team.boardId), (all) => all.archive.people)
    const people = yield* asOperator(peopleOf)
    const ids = [team.admin, team.editor, team.viewer, gone, team.owner]
    assert.deepStrictEqual(people.map(Struct.get("id")), ids)
    assert.deepStrictEqual(people[3], { id: gone })
    const { existing, findByEmail } = yield* Account.UserDirectory
    const bare = asOperator(Effect.provideService(peopleOf, Account.UserDirectory, { existing, findByEmail }))
    assert.deepStrictEqual(
      yield* bare,
      ids.map((id) => ({ id }))
    )
  })

  story("streams any number of tasks in order, again each time", function* () {
    const { boardId, groups } = yield* givenTeam
    const tasks = Array.from({ length: 1000 }, (_, place) =>
      aTask({ boardId, groupId: groups[place % 2]?.id ?? groups[0].id, rank: rankAt(999 - place) })
    )
    yield* (yield* Task.TaskRepository).insert(tasks)
    const { tasks: stream } = yield* asOperator(Archive.exportBoard(boardId))
    const ids = Effect.map(Stream.runCollect(stream), (all) => [...all].map(({ id }) => id))
    const expected = tasks.map(({ id }) => id).toReversed()
    assert.deepStrictEqual(yield* ids, expected)
    assert.deepStrictEqual(yield* ids, expected)
  })

  story("has each task once, also one that is moved while tasks are read", function* () {
    const { boardId, editor, groups } = yield* givenTeam
    const tasks = Array.from({ length: 600 }, (_, place) =>
      aTask({ boardId, groupId: groups[0].id, rank: rankAt(place) })
    )
    const [first, last] = [tasks[0]?.id ?? "", tasks.at(-1)?.id ?? ""]
    yield* (yield* Task.TaskRepository).insert(tasks)
    const { tasks: stream } = yield* asOperator(Archive.exportBoard(boardId))
    const read: Array<string> = []
    yield* Stream.runForEachChunk(stream, (page) =>
      Effect.gen(function* () {
        if (read.length === 0) {
          yield* as(editor)(Task.moveTask(last, { beforeTaskId: first }))
          yield* as(editor)(Task.moveTask(first, { groupId: groups[1].id }))
        }
        read.push(...Chunk.map(page, ({ id }) => id))
      })
    )
    assert.deepStrictEqual(
      read,
      tasks.map(({ id }) => id)
    )
  })

  story("can be restored whatever changes while its tasks are read", function* () {
    const team = yield* givenTeam
    const task = yield* givenTask(team)
    const { archive, tasks } = yield* asOperator(Archive.exportBoard(team.boardId))
    yield* as(team.editor)(
      Effect.gen(function* () {
        const group = yield* Board.addGroup(team.boardId, { name: "Younger" })
        const column = yield* Board.addColumn(team.boardId, { name: "Younger", type: "text" })
        const columnValues = { [column.id]: "new", [team.columns[0].id]: "old" }
        yield* Task.updateTask(task.id, { columnValues, groupId: group.id, assignees: [team.stranger] })
      })
    )
    const [only, ...others] = yield* Stream.runCollect(tasks)
    assert.deepStrictEqual(others, [])
    assert.strictEqual(only?.groupId, team.groups[1].id)
    assert.deepStrictEqual(only?.columnValues, { [team.columns[0].id]: "old" })
    const { restored, warnings } = yield* asOperator(
      Archive.restoreBoard({ workspaceId: team.workspace.id }, archive, tasks)
    )
    assert.deepStrictEqual([restored, warnings], [1, 0])
  })
})
