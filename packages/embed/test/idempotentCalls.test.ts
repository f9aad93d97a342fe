import { asUser, createBoardwright, sqlite } from "@boardwright/embed"
import { expect, it } from "vitest"
import { SECRET } from "./hubs.js"

const given = async () => {
  const hub = await createBoardwright({ storage: sqlite(":memory:"), jwtSecret: SECRET })
  const ada = asUser("ada")
  const { id: workspaceId } = await hub.workspaces.create(ada, { name: "Garden" })
  const { id: boardId } = await hub.boards.create(ada, { name: "Spring", workspaceId })
  const column = await hub.boards.addColumn(ada, boardId, { name: "Bed", type: "text" })
  return { ada, boardId, cell: column.id, hub, [Symbol.asyncDispose]: () => hub.close() }
}

it("a repeated call returns the first result, whatever the order of the keys of its input", async () => {
  await using world = await given()
  const { ada, boardId, cell, hub } = world
  const key = { idempotencyKey: "sow-1" }
  const input = { boardId, name: "Sow", columnValues: { [cell]: { deep: [1, { a: 1, b: 2 }], wide: true } } }
  const reordered = { columnValues: { [cell]: { wide: true, deep: [1, { b: 2, a: 1 }] } }, name: "Sow", boardId }
  const first = await hub.tasks.create(ada, input, key)
  expect(await hub.tasks.create(ada, reordered, key)).toEqual(first)
  expect(await hub.tasks.create(ada, reordered, { idempotencyKey: '"sow-1"' })).toEqual(first)
  expect((await hub.tasks.list(ada, { boardId })).total).toBe(1)
})

it("a repeated call with another input, or of another use case, is refused and makes nothing", async () => {
  await using world = await given()
  const { ada, boardId, cell, hub } = world
  const key = { idempotencyKey: "sow-1" }
  const input = { boardId, name: "Sow", columnValues: { [cell]: [1, 2] } }
  await hub.tasks.create(ada, input, key)
  const reused = { code: "IdempotencyKeyReused", status: 422 }
  const others = [
    { ...input, name: "Dig" },
    { ...input, status: "done" },
    { ...input, columnValues: { [cell]: [2, 1] } },
    { ...input, columnValues: { [cell]: { 0: 1, 1: 2 } } }
  ]
  for (const other of others) await expect(hub.tasks.create(ada, other, key)).rejects.toMatchObject(reused)
  await expect(hub.boards.addGroup(ada, boardId, { name: "Later" }, key)).rejects.toMatchObject(reused)
  expect((await hub.tasks.list(ada, { boardId })).total).toBe(1)
})
