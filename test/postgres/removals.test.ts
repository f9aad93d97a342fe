import { expect, it } from "vitest"
import { as, givenHome, type Home } from "../http/given.js"
import { onTwoServers, statusesOf } from "./twoServers.js"

const TASK = "select from boardwright_task where id = $1 for update"

const PARTS = [
  ["comments", { content: "Still here?" }],
  ["subtasks", { name: "Still here?" }],
  ["time-entries", { duration: 1 }]
] as const

onTwoServers("what is removed on one instance while the other uses it", (both) => {
  const given = async () => {
    const home = await givenHome(both().left)
    return { home, there: as(both().right, home.user), groupId: await home.givenGroup() }
  }

  it("a task is removed once", async () => {
    const { home, there } = await given()
    const id = await home.givenTask()
    const requests = [() => home.del(`/api/tasks/${id}`), () => there.del(`/api/tasks/${id}`)]
    expect(statusesOf(await both().whileHeld([TASK, id], requests))).toEqual([200, 404])
  })

  it("a board and a workspace are removed once", async () => {
    const { home, there } = await given()
    const id = await home.givenTask()
    for (const path of [`/api/boards/${home.boardId}`, `/api/workspaces/${home.workspaceId}`]) {
      const requests = [() => home.del(path), () => there.del(path)]
      const held = "select from boardwright_workspace where id = $1 for update"
      const answers = await both().whileHeld(path.includes("boards") ? [TASK, id] : [held, home.workspaceId], requests)
      expect(statusesOf(answers)).toEqual([200, 404])
    }
  })

  it.each(["move", "change"] as const)("a task does not %s to a group of a board that is going", async (how) => {
    const { groupId, home, there } = await given()
    const [first, second] = [await home.givenTask(), await home.givenTask()]
    const send =
      how === "move"
        ? () => there.patch(`/api/tasks/${second}/move`, { groupId })
        : () => there.patch(`/api/tasks/${second}`, { groupId, name: "Moved" })
    // The removal has come as far as the first task, and waits for it.
    const answers = await both().whileHeld([TASK, first], [() => home.del(`/api/boards/${home.boardId}`), send])
    expect(statusesOf(answers)).toEqual([200, 404])
    expect(answers[1]?.body.error).toBe("Task not found")
  })

  it("a task that moves first is removed with its board", async () => {
    const { groupId, home, there } = await given()
    const id = await home.givenTask()
    const answers = await both().whileHeld(
      [TASK, id],
      [() => there.patch(`/api/tasks/${id}/move`, { groupId }), () => home.del(`/api/boards/${home.boardId}`)]
    )
    expect(statusesOf(answers)).toEqual([200, 200])
    for (const session of [home, there]) expect((await session.get(`/api/tasks/${id}`)).status).toBe(404)
    const deleted = "select from boardwright_board where id = $1 and deletion_id is not null"
    expect(await both().query(deleted, [home.boardId])).toHaveLength(1)
  })

  it.each(PARTS)("a task that is going takes no more %s", async (path, body) => {
    const { home, there } = await given()
    const id = await home.givenTask()
    const remove = "delete from boardwright_task where id = $1"
    const answers = await both().whileHeld([remove, id], [() => there.post(`/api/tasks/${id}/${path}`, body)])
    expect(statusesOf(answers)).toEqual([404])
    expect(answers[0]?.body.error).toBe("Task not found")
  })

  /** A task with entries that an editor of its board has made, and a board of the owner where the editor is not. */
  const givenEntries = async () => {
    const { home, there } = await given()
    const editor = await home.server.user("editor")
    const act = as(both().right, editor)
    const invited = await home.post(`/api/boards/${home.boardId}/invite`, { userId: editor.id, role: "editor" })
    await act.post(`/api/invitations/${invited.body.invitation.id}/accept`)
    const workspace = await home.post("/api/workspaces", { name: "Elsewhere" })
    const board = await home.post("/api/boards", { name: "Elsewhere", workspaceId: workspace.body.workspace.id })
    const id = await home.givenTask()
    const change = async (path: string, body: object) => {
      const made = (await act.post(`/api/tasks/${id}/${path}`, body)).body as Record<string, { readonly id: string }>
      return () => act.patch(`/api/tasks/${id}/${path}/${Object.values(made)[0]?.id}`, body)
    }
    return { home, there, id, change, boardId: board.body.board.id as string }
  }

  it.each(PARTS)(
    "an entry of a task that leaves the board or goes to the trash is not changed: %s",
    async (path, body) => {
      const { boardId, change, home, id } = await givenEntries()
      const edit = await change(path, body)
      const move = () => home.post(`/api/tasks/${id}/move-to-board`, { boardId })
      expect(statusesOf(await both().whileHeld([TASK, id], [move, edit]))).toEqual([200, 403])
      const trash = () => home.del(`/api/tasks/${id}`)
      expect(statusesOf(await both().whileHeld([TASK, id], [trash, edit]))).toEqual([200, 404])
    }
  )

  it("a workspace is not removed by who has just given it away", async () => {
    const { home, there } = await given()
    const heir = await home.server.user("heir")
    const workspace = `/api/workspaces/${home.workspaceId}`
    const { body } = await home.post(`${workspace}/members`, { userId: heir.id, role: "admin" })
    await as(both().right, heir).post(`/api/invitations/${body.invitation.id}/accept`)
    const answers = await both().whileHeld(
      ["select from boardwright_workspace where id = $1 for update", home.workspaceId],
      [() => home.post(`${workspace}/transfer`, { userId: heir.id }), () => there.del(workspace)]
    )
    expect(statusesOf(answers)).toEqual([200, 403])
  })

  it("a board that is going takes no more tasks, groups, columns and members", async () => {
    const { groupId, home, there } = await given()
    const guest = await home.server.user("guest")
    const board = `/api/boards/${home.boardId}`
    const answers = await both().whileHeld(
      ["delete from boardwright_board where id = $1", home.boardId],
      [
        () => there.post("/api/tasks", { boardId: home.boardId, groupId, name: "Late" }),
        () => home.post(`${board}/groups`, { name: "Late" }),
        () => there.post(`${board}/columns`, { name: "Late", type: "text" }),
        () => home.post(`${board}/invite`, { userId: guest.id, role: "editor" }),
        () => there.patch(board, { name: "Late" })
      ]
    )
    expect(answers.map(({ body, status }) => [status, body.error])).toEqual(answers.map(() => [404, "Board not found"]))
  })

  const givenColumn = async ({ get, post, boardId }: Home) => {
    const { body } = await post(`/api/boards/${boardId}/columns`, { name: "Size", type: "number" })
    const { changes } = (await get(`/api/boards/${boardId}/activity?type=column.created`)).body
    return { id: body.column.id, undo: `/api/changes/${changes[0].id}/undo` }
  }

  it("a column in which a value is being stored is not removed", async () => {
    const { home, there } = await given()
    const task = await home.givenTask()
    const column = await givenColumn(home)
    // The removal waits for the transaction that holds the column, and finds the value that was stored meanwhile.
    const answers = await both().whileHeld(
      ["select from boardwright_column where id = $1 for key share", column.id],
      [() => home.post(column.undo), () => there.patch(`/api/tasks/${task}`, { columnValues: { [column.id]: 1 } })]
    )
    expect(statusesOf(answers)).toEqual([409, 200])
  })

  it("a column that is going takes no more values", async () => {
    const { home, there } = await given()
    const task = await home.givenTask()
    const { id } = await givenColumn(home)
    const columnValues = { [id]: 1 }
    const answers = await both().whileHeld(
      ["delete from boardwright_column where id = $1", id],
      [
        () => there.patch(`/api/tasks/${task}`, { columnValues }),
        () => there.post("/api/tasks", { boardId: home.boardId, name: "Late", columnValues })
      ]
    )
    expect(statusesOf(answers)).toEqual([400, 400])
  })

  it("a column is removed or gets values: the first of the two succeeds", async () => {
    const { home, there } = await given()
    const task = await home.givenTask()
    for (let round = 0; round < 15; round++) {
      const { id, undo } = await givenColumn(home)
      const columnValues = { [id]: round }
      const answers = await Promise.all([
        there.patch(`/api/tasks/${task}`, { columnValues }),
        home.post(undo),
        there.post("/api/tasks", { boardId: home.boardId, name: "New", columnValues })
      ])
      const [patched, undone, created] = statusesOf(answers)
      expect([`${patched} 409`, "400 200"]).toContain(`${patched} ${undone}`)
      expect([`${created} 409`, "400 200"]).toContain(`${created} ${undone}`)
      const values = await both().query(
        "select count(*)::int from boardwright_task where column_values -> $1 is not null",
        [id]
      )
      const stored = [patched === 200, created === 201].filter(Boolean).length
      expect(values).toEqual([{ count: stored }])
      expect(stored > 0).toBe(undone === 409)
    }
  })

  it("a workspace that is going takes no more boards", async () => {
    const { home, there } = await given()
    const { workspaceId } = home
    const answers = await both().whileHeld(
      ["delete from boardwright_workspace where id = $1", workspaceId],
      [
        () => there.post("/api/boards", { name: "Late", workspaceId }),
        () => home.patch(`/api/workspaces/${workspaceId}`, { name: "Late" })
      ]
    )
    expect(answers.map(({ body, status }) => [status, body.error])).toEqual(
      answers.map(() => [404, "Workspace not found"])
    )
  })
})

onTwoServers("what changes on one instance while something is added to it on the other", (both) => {
  const cases = [
    [
      "board",
      `insert into boardwright_group (id, board_id, name, color, rank)
        values (gen_random_uuid()::text, $1, 'Added', '#000000', 'z')`
    ],
    [
      "workspace",
      `insert into boardwright_board
        select gen_random_uuid()::text, $1, name, description, background, view_density, created_at, updated_at
        from boardwright_board limit 1`
    ]
  ] as const

  it.each(cases)("a %s does not wait for that", async (thing, added) => {
    const home = await givenHome(both().left)
    const there = as(both().right, home.user)
    const id = thing === "board" ? home.boardId : home.workspaceId
    const order: Array<string> = []
    const change = async () => {
      const answer = await there.patch(`/api/${thing}s/${id}`, { name: "Renamed" })
      order.push(`changed: ${answer.status}`)
      return answer
    }
    const next = () => {
      order.push("the next request")
      return there.get(`/api/${thing}s/${id}`)
    }
    await both().whileHeld([added, id], [change, next])
    expect(order).toEqual(["changed: 200", "the next request"])
  })
})
