import { expect, it } from "vitest"
import { as, givenHome } from "../http/given.js"
import { onTwoServers, tally } from "./twoServers.js"

const KEYS = 100

onTwoServers("one task that is changed on two instances", (both) => {
  it(`keeps each of ${KEYS} column values that are merged into it at once`, async () => {
    const home = await givenHome(both().left)
    const there = as(both().right, home.user)
    const columns = await Promise.all(
      Array.from({ length: KEYS }, (_, at) =>
        home.post(`/api/boards/${home.boardId}/columns`, { name: `Column ${at}`, type: "text" })
      )
    )
    const ids: ReadonlyArray<string> = columns.map(({ body }) => body.column.id)
    const id = await home.givenTask()
    const answers = await Promise.all(
      ids.map((columnId, at) =>
        (at % 2 === 0 ? home : there).patch(`/api/tasks/${id}`, { columnValues: { [columnId]: `value ${at}` } })
      )
    )
    expect(tally(answers)).toEqual({ 200: KEYS })
    const { body } = await there.get(`/api/tasks/${id}`)
    expect(body.columnValues).toEqual(Object.fromEntries(ids.map((columnId, at) => [columnId, `value ${at}`])))
  })

  it("keeps changes of different fields, and all that is added under it", async () => {
    const home = await givenHome(both().left)
    const there = as(both().right, home.user)
    const id = await home.givenTask()
    const fields = { name: "Renamed", description: "Told", status: "done", priority: "low", assignees: [home.user.id] }
    const changes = Object.entries(fields).map(([field, value], at) =>
      (at % 2 === 0 ? home : there).patch(`/api/tasks/${id}`, { [field]: value })
    )
    const added = Array.from({ length: 30 }, (_, at) => {
      const { post } = at % 2 === 0 ? home : there
      if (at % 3 === 0) return post(`/api/tasks/${id}/comments`, { content: `comment ${at}` })
      if (at % 3 === 1) return post(`/api/tasks/${id}/subtasks`, { name: `subtask ${at}` })
      return post(`/api/tasks/${id}/time-entries`, { duration: at })
    })
    expect(tally(await Promise.all([...changes, ...added]))).toEqual({ 200: 5, 201: 30 })
    const { body } = await home.get(`/api/tasks/${id}`)
    expect(body).toMatchObject(fields)
    expect([body.comments, body.subtasks, body.timeEntries].map(({ length }) => length)).toEqual([10, 10, 10])
  })

  it("subtasks keep their name and their state, changed at once", async () => {
    const home = await givenHome(both().left)
    const there = as(both().right, home.user)
    const id = await home.givenTask()
    const subtasks = await Promise.all(
      Array.from({ length: 20 }, () => home.post(`/api/tasks/${id}/subtasks`, { name: "Before" }))
    )
    const paths = subtasks.map(({ body }) => `/api/tasks/${id}/subtasks/${body.subtask.id}`)
    const changes = paths.flatMap((path) => [
      home.patch(path, { name: "After" }),
      there.patch(path, { completed: true })
    ])
    expect(tally(await Promise.all(changes))).toEqual({ 200: 40 })
    const { body } = await home.get(`/api/tasks/${id}`)
    for (const subtask of body.subtasks) expect(subtask).toMatchObject({ name: "After", completed: true })
  })

  it("a task that is moved to a board while an option there is renamed has the new label", async () => {
    const home = await givenHome(both().left)
    const there = as(both().right, home.user)
    const { body: made } = await home.post("/api/boards", { name: "Other", workspaceId: home.workspaceId })
    const other = { ...home, boardId: made.board.id }
    const [from, to] = await Promise.all(
      [home, other].map(async ({ boardId, post }) => {
        const column = { name: "State", type: "dropdown", options: [{ label: "Open" }] }
        return (await post(`/api/boards/${boardId}/columns`, column)).body.column
      })
    )
    const options = [{ ...to.options[0], label: "Started" }]
    const [id, old] = [
      await home.givenTask({ columnValues: { [from.id]: "Open" } }),
      await home.givenTask({ boardId: other.boardId, columnValues: { [to.id]: "Open" } })
    ]
    // The renaming has come as far as the old task, and waits for it.
    const answers = await both().whileHeld(
      ["select from boardwright_task where id = $1 for update", old],
      [
        () => home.patch(`/api/boards/${other.boardId}/columns/${to.id}`, { options }),
        () => there.post(`/api/tasks/${id}/move-to-board`, { boardId: other.boardId })
      ]
    )
    expect(tally(answers)).toEqual({ 200: 2 })
    const { body: board } = await home.get(`/api/boards/${other.boardId}`)
    const labels = board.columns.flatMap((column: typeof to) => column.options.map(({ label }: typeof to) => label))
    const { body: moved } = await home.get(`/api/tasks/${id}`)
    expect(labels).toContain(moved.columnValues[to.id])
  })
})
