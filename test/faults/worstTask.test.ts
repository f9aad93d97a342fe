import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { asUser, createBoardwright, sqlite } from "@boardwright/embed"
import { expect, it } from "vitest"

const ada = asUser("ada")
const KIB = 1024

/** Runs calls in groups, one group after another. */
const inGroups = async (count: number, call: () => Promise<unknown>): Promise<void> => {
  for (let made = 0; made < count; made += 200) {
    await Promise.all(Array.from({ length: Math.min(200, count - made) }, call))
  }
}

const given = async () => {
  const folder = await mkdtemp(join(tmpdir(), "boardwright-worst-"))
  const hub = await createBoardwright({ storage: sqlite(join(folder, "boardwright.db")), authenticate: () => null })
  const { id: workspaceId } = await hub.workspaces.create(ada, { name: "Garden" })
  const { id: boardId } = await hub.boards.create(ada, { name: "Spring", workspaceId })
  const columns = await Promise.all(
    Array.from({ length: 9 }, () => hub.boards.addColumn(ada, boardId, { name: "Notes", type: "text" }))
  )
  const [changed, ...filled] = columns.map(({ id }) => id)

  /** Creates a task with a share of the largest values and lists that the budgets allow. */
  const taskOf = async (share: number): Promise<string> => {
    const text = "x".repeat((share * 500 * KIB) / filled.length)
    const columnValues = Object.fromEntries(filled.map((id) => [id, text]))
    const { id } = await hub.tasks.create(ada, { boardId, name: "Sow", columnValues })
    await inGroups(share * 10_000, () => hub.tasks.addComment(ada, id, { content: "y".repeat(2 * KIB) }))
    await inGroups(share * 10_000, () => hub.tasks.addTimeEntry(ada, id, { duration: 1, description: "z".repeat(200) }))
    await inGroups(share * 1_000, () => hub.tasks.addSubtask(ada, id, { name: "w".repeat(255) }))
    return id
  }

  return {
    worst: await taskOf(1),
    tenth: await taskOf(0.1),
    works: {
      read: (id: string) => hub.tasks.get(ada, id),
      "change of a field": (id: string, round: number) => hub.tasks.update(ada, id, { status: `s${round}` }),
      "change of a value": (id: string, round: number) =>
        hub.tasks.update(ada, id, { columnValues: { [changed ?? ""]: `v${round}` } })
    },
    close: async () => {
      await hub.close()
      await rm(folder, { recursive: true })
    }
  }
}

const timeOf = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** How many times as long the work takes on the largest task as on one of a tenth of its size, measured in turn. */
const ratioOf = async (work: (id: string, round: number) => Promise<unknown>, worst: string, tenth: string) => {
  const times = { worst: new Array<number>(), tenth: new Array<number>() }
  for (let round = 0; round < 60; round++) {
    times.tenth.push(await timeOf(() => work(tenth, round)))
    times.worst.push(await timeOf(() => work(worst, round)))
  }
  // Other load only adds time, so the shortest of many runs is compared.
  return Math.min(...times.worst) / Math.min(...times.tenth)
}

it("the largest task that the budgets allow is read and changed within 3 x one of a tenth of its size, its values in proportion", async () => {
  const { close, tenth, works, worst } = await given()
  try {
    const ratios: Record<string, number> = {}
    for (const [name, work] of Object.entries(works)) ratios[name] = await ratioOf(work, worst, tenth)
    expect(ratios["read"]).toBeLessThan(3)
    expect(ratios["change of a field"]).toBeLessThan(3)
    // All values are one JSON text, which is read, merged and written as a whole.
    expect(ratios["change of a value"]).toBeLessThan(10)
  } finally {
    await close()
  }
})
