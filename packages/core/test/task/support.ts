import { Board, Task } from "@boardwright/core"
import { givenTask } from "@boardwright/testing"
import { Effect } from "effect"
import { afterNoon, as, givenTeam, type Team } from "../support.js"

/** A board with a user in each role and a task. */
export const givenTeamTask = Effect.gen(function* () {
  const team = yield* givenTeam
  const task = yield* givenTask(team)
  return { ...team, task, taskId: task.id }
})
export type TeamTask = Effect.Effect.Success<typeof givenTeamTask>

/** The lists of a task without entries. */
export const NO_CHILDREN = {
  comments: [],
  subtasks: [],
  timeEntries: [],
  totals: { comments: 0, subtasks: 0, timeEntries: 0 },
  files: []
}

/** The names in a list. */
export const namesOf = (tasks: ReadonlyArray<Pick<Task.Task, "name">>): ReadonlyArray<string> =>
  tasks.map(({ name }) => name)

/** Two boards with an editor each of both, and people who may do less on one of them. */
export const givenBoards = Effect.gen(function* () {
  const [team, other] = [yield* givenTeam, yield* givenTeam]
  const boards = yield* Board.BoardRepository
  yield* boards.putMember(other.boardId, { userId: team.editor, role: "editor" }, afterNoon(9))
  yield* boards.putMember(other.boardId, { userId: team.admin, role: "viewer" }, afterNoon(9))
  return { team, other, task: yield* givenTask(team, { name: "Dig", description: "Deep" }) }
})

/** The names of the tasks in a group, in order. */
export const namesIn = (team: Team, groupId: string) =>
  Effect.map(as(team.viewer)(Task.listTasks({ boardId: team.boardId, groupId })), ({ items }) => namesOf(items))
