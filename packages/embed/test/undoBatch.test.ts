import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { asUser, sqlite } from "@boardwright/embed"
import { openSqlite } from "@boardwright/sqlite/driver"
import { expect, it, onTestFinished } from "vitest"
import { givenHub } from "./hubs.js"

/** Most changes of a batch that is undone. */
const CHANGES = 1000

it("the undo of the largest batch on SQLite lets others read meanwhile", async () => {
  const folder = mkdtempSync(join(tmpdir(), "boardwright-undo-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const filename = join(folder, "hub.db")
  const { hub } = await givenHub({ storage: sqlite(filename) })
  const ada = hub.as(asUser("ada"))
  const { id: workspaceId } = await ada.workspaces.create({ name: "Garden" })
  const { id: boardId } = await ada.boards.create({ workspaceId, name: "Spring" })
  const { id } = await ada.tasks.create({ boardId, name: "Sow" })
  for (let count = 0; count < CHANGES; count += 1) await ada.tasks.update(id, { name: `Sow ${count}` })
  const db = openSqlite(filename)
  db.exec("update boardwright_change set batch_id = 'a batch' where type = 'task.updated'")
  db.close()

  const over = new AbortController()
  const undone = ada.changes.undo("a batch").finally(() => over.abort())
  let reads = 0
  while (!over.signal.aborted) {
    expect((await ada.tasks.get(id)).name).toMatch(/^Sow/)
    reads += 1
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(await undone).toHaveLength(CHANGES)
  // Without a pause there are two, before the transaction and after it; on a busy machine about eight.
  expect(reads).toBeGreaterThan(4)
  expect((await ada.tasks.get(id)).name).toBe("Sow")
})
