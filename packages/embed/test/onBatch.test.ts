import { asUser, ChangeRefused, operator } from "@boardwright/embed"
import { expect, it } from "vitest"
import { ada, failureOf, givenFollowedTask, givenHub } from "./hubs.js"

it("calls a handler for each of several changes of a task in a bulk, with what each changed", async () => {
  const { hub } = await givenHub()
  const { board, since, task } = await givenFollowedTask(hub)
  const seen: Array<unknown> = []
  hub.on("task.updated", ({ after, before }) => {
    seen.push([before, after])
    if (after.status === "done") throw new ChangeRefused("Close the subtasks first")
  })
  const edit = (...patches: ReadonlyArray<object>) =>
    hub.as(ada).tasks.bulk({
      boardId: board.id,
      operations: patches.map((patch) => ({ op: "update" as const, id: task.id, patch }))
    })
  await edit({ name: "Dig deep" }, { name: "Dig deeper", status: "working" })
  expect(seen).toEqual([
    [{ name: "Dig" }, { name: "Dig deep" }],
    [
      { name: "Dig deep", status: "pending" },
      { name: "Dig deeper", status: "working" }
    ]
  ])
  const stored = await since()
  expect(await failureOf(edit({ name: "Rake" }, { status: "done" }))).toMatchObject({ code: "ChangeRefused" })
  expect(await since()).toEqual(stored)
})

it("calls a handler of task.transferred for the board that had the task and for the other", async () => {
  const { hub } = await givenHub()
  const { board, task, workspace } = await givenFollowedTask(hub)
  const other = await hub.boards.create(ada, { name: "Autumn", workspaceId: workspace.id })
  const seen: Array<unknown> = []
  hub.on("task.transferred", ({ change }) => seen.push(change.boardId))
  await hub.tasks.moveToBoard(ada, task.id, { boardId: other.id })
  expect(seen).toEqual([board.id, other.id])
})

it("calls a handler of member.removed for each board of a deleted account", async () => {
  const { hub } = await givenHub()
  const { board, workspace } = await givenFollowedTask(hub)
  const other = await hub.boards.create(ada, { name: "Autumn", workspaceId: workspace.id })
  const person = { name: "Bob", email: "bob@example.com", password: "correct horse", verified: true }
  const bob = await hub.as(operator).accounts.create(person)
  for (const { id } of [board, other]) {
    const { invitation } = await hub.as(ada).members.invite(id, { userId: bob.id, role: "viewer" })
    await hub.as(asUser(bob.id)).invitations.accept(invitation.id)
  }
  const seen: Array<unknown> = []
  hub.on("member.removed", ({ change }) => seen.push(change.boardId))
  await hub.as(operator).accounts.delete(bob.id)
  expect(seen.toSorted()).toEqual([board.id, other.id].toSorted())
})
