import { createTestBoardwright } from "@boardwright/testing"
import { beforeEach, expect, it, vi } from "vitest"
import { api } from "../../src/browser/app/api.js"
import { createHistory } from "../../src/browser/app/store/history.js"
import { notices } from "../../src/browser/app/store/notices.js"
import { storeToken } from "../../src/browser/session.js"
import { browserStubs } from "./browserStubs.js"

browserStubs()
beforeEach(() => {
  notices.value = []
})

/** A server whose errors are in words of its own. */
const given = async (hub: ReturnType<typeof createTestBoardwright>) => {
  vi.stubGlobal("location", { href: "http://hub.example/" })
  vi.stubGlobal("fetch", async (url: string, options: RequestInit) => {
    const response = await hub.fetch(new Request(url, options))
    if (response.ok) return response
    const body = { ...((await response.json()) as object), error: "Nope" }
    return new Response(JSON.stringify(body), response)
  })
  const { board, owner } = await hub.givenBoard()
  storeToken(owner.accessToken)
  const boardId: string = board.id
  const { task } = await api.tasks.create({ boardId, name: "Sow" })
  const opened = () => createHistory({ boardId, userId: owner.id, things: () => new Map(), undone: () => undefined })
  const history = opened()
  const change = async () => (await api.changes.listOfTask({ id: task.id, limit: 1 })).changes[0]?.id ?? ""
  const name = async () => (await api.tasks.get({ id: task.id })).name
  return { change, history, id: task.id, name, opened, stored: `boardwright.done.${owner.id}.${boardId}` }
}

it("what changed nothing is passed over: what was done before is undone", async () => {
  await using hub = createTestBoardwright()
  const { change, history, id, name } = await given(hub)
  await api.tasks.update({ id, name: "Dig" })
  history.add(await change())
  history.addRequest("a request that changed nothing")
  await history.undo()
  expect([await name(), notices.value, history.canUndo()]).toEqual(["Sow", [], false])
})

it("what was done is undone and redone after a reload, too", async () => {
  await using hub = createTestBoardwright()
  const { change, history, id, name, opened } = await given(hub)
  for (const to of ["Dig", "Plant"]) {
    await api.tasks.update({ id, name: to })
    history.add(await change())
  }
  await history.undo()
  expect(await name()).toBe("Dig")
  const again = opened()
  await again.redo()
  expect([await name(), again.canRedo()]).toEqual(["Plant", false])
  const onceMore = opened()
  await onceMore.undo()
  await onceMore.undo()
  expect([await name(), onceMore.canUndo(), notices.value]).toEqual(["Sow", false, []])
})

it.each(["[", "null", '{"undoable":{"0":[1]},"redoable":[null],"requests":7}'])(
  "what another program stored there, %j, is nothing to undo",
  async (text) => {
    await using hub = createTestBoardwright()
    const { opened, stored } = await given(hub)
    sessionStorage.setItem(stored, text)
    expect([opened().canUndo(), opened().canRedo()]).toEqual([false, false])
  }
)

it("what can no longer be undone is said, and is not passed over", async () => {
  await using hub = createTestBoardwright()
  const { change, history, id } = await given(hub)
  for (const name of ["Dig", "Plant"]) {
    await api.tasks.update({ id, name })
    history.add(await change())
  }
  await api.tasks.delete({ id })
  await history.undo()
  expect(notices.value).toHaveLength(1)
  expect(history.canUndo()).toBe(true)
})

it("what was done in one step is undone and redone in one, the last first", async () => {
  await using hub = createTestBoardwright()
  const { change, history, id, name } = await given(hub)
  for (const [to, step] of [
    ["Dig", undefined],
    ["Plant", "step"],
    ["Water", "step"],
    ["Reap", undefined]
  ] as const) {
    await api.tasks.update({ id, name: to })
    history.add(await change(), step)
  }
  const names: Array<string> = []
  for (const act of [history.undo, history.undo, history.redo, history.undo, history.undo]) {
    await act()
    names.push(await name())
  }
  expect([names, notices.value, history.canUndo()]).toEqual([["Water", "Dig", "Water", "Dig", "Sow"], [], false])
})

it("what was begun last is undone first, whichever was answered first", async () => {
  await using hub = createTestBoardwright()
  const { change, history, id, name } = await given(hub)
  const ids: Array<string> = []
  for (const to of ["Dig", "Plant", "Water"]) {
    await api.tasks.update({ id, name: to })
    ids.push(await change())
  }
  const [first = "", second = "", third = ""] = ids
  history.add(third, undefined, 3)
  history.add(first, "step", 1)
  history.add(second, "step", 2)
  const names: Array<string> = []
  for (const act of [history.undo, history.redo, history.undo, history.undo, history.undo]) {
    await act()
    names.push(await name())
  }
  expect([names, notices.value]).toEqual([["Plant", "Water", "Plant", "Dig", "Sow"], []])
})

it("a step that cannot be undone as a whole is undone as far as it can be, and what is left stays", async () => {
  await using hub = createTestBoardwright()
  const { change, history, id, name } = await given(hub)
  for (const to of ["Dig", "Plant"]) {
    await api.tasks.update({ id, name: to })
    history.add(await change(), "step")
  }
  vi.stubGlobal("fetch", async () => {
    throw new TypeError("no network")
  })
  await history.undo()
  expect([notices.value.length, history.canUndo(), history.canRedo()]).toEqual([1, true, false])
  expect(await name().catch(() => "unreachable")).toBe("unreachable")
})
