import { expect, it } from "vitest"
import { as, givenHome, type Home } from "../http/given.js"
import { onTwoServers, tally } from "./twoServers.js"

const OPERATIONS = 90
/** More tasks than one batch has. */
const TASKS = 3 * OPERATIONS

const givenTasks = async ({ boardId, groupId, post }: Home): Promise<ReadonlyArray<string>> => {
  const operations = Array.from({ length: OPERATIONS }, () => ({
    op: "create",
    task: { name: "Task", groupId, status: "done" }
  }))
  const ids: Array<string> = []
  while (ids.length < TASKS) {
    const { body } = await post("/api/tasks/bulk", { boardId, operations })
    ids.push(...body.results.map(({ id }: { readonly id: string }) => id))
  }
  return ids
}

onTwoServers("a column that is bound to a field on one instance", (both) => {
  it("has the assignees that another transaction sets on a task meanwhile", async () => {
    const home = await givenHome(both().left)
    const id = await home.givenTask()
    const [answer] = await both().whileHeld(
      [
        `with task as (update boardwright_task set updated_at = now() where id = $1 returning id)
          insert into boardwright_task_assignee (task_id, position, user_id) select id, 0, $2 from task`,
        id,
        home.user.id
      ],
      [() => home.post(`/api/boards/${home.boardId}/columns`, { name: "People", type: "person", field: "assignees" })]
    )
    const { body } = await home.get(`/api/tasks/${id}`)
    expect(body.assignees).toEqual([home.user.id])
    expect(body.columnValues).toEqual({ [answer?.body.column.id]: [home.user.id] })
  })

  it("has a cell for each task, also for one that is moved before those that are bound already", async () => {
    const home = await givenHome(both().left)
    const there = as(both().right, home.user)
    const ids = await givenTasks(home)
    const [first, held, moved] = [ids[0], ids[TASKS - 5] ?? "", ids[TASKS - 2]]
    // The binding has come as far as the held task, which follows those of the first batch.
    const answers = await both().whileHeld(
      ["select from boardwright_task where id = $1 for update", held],
      [
        () => home.post(`/api/boards/${home.boardId}/columns`, { name: "State", type: "status", field: "status" }),
        () => there.patch(`/api/tasks/${moved}/move`, { beforeTaskId: first })
      ]
    )
    expect(tally(answers)).toEqual({ 200: 1, 201: 1 })
    const column = answers[0]?.body.column.id
    const without = await both().query(
      "select id from boardwright_task where board_id = $1 and column_values -> $2::text is null",
      [home.boardId, column]
    )
    expect(without).toEqual([])
  })
})
