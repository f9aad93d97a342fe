import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { asUser, createBoardwright, sqlite } from "@boardwright/embed"
import { expect, it, vi } from "vitest"

vi.setConfig({ testTimeout: 240_000 })

type Json = string | ReadonlyArray<number>

const ada = asUser("ada")
const KIB = 1024

/** Runs calls in groups, one group after another. */
const inGroups = async (count: number, call: () => Promise<unknown>): Promise<void> => {
  for (let made = 0; made < count; made += 200) {
    await Promise.all(Array.from({ length: Math.min(200, count - made) }, call))
  }
}

/** Values of 500 KiB together and of a share of them, in all the columns: what is largest as text, in memory and to parse. */
const SHAPES: Record<string, (share: number, columns: ReadonlyArray<string>) => Readonly<Record<string, Json>>> = {
  "plain texts": (share, columns) => texts("x", share, columns),
  "texts of another alphabet": (share, columns) => texts("\u0436", share, columns),
  "texts with escapes": (share, columns) => texts('"\n', share, columns),
  "lists of numbers": (share, columns) =>
    Object.fromEntries(columns.slice(0, 32 * share).map((id) => [id, Array.from({ length: 8_000 }, () => 1)]))
}

const texts = (unit: string, share: number, columns: ReadonlyArray<string>) => {
  const bytes = Buffer.byteLength(JSON.stringify(unit)) - 2
  const text = unit.repeat((share * 500 * KIB) / 8 / bytes)
  return Object.fromEntries(columns.slice(0, 8).map((id) => [id, text]))
}

const given = async () => {
  const folder = await mkdtemp(join(tmpdir(), "boardwright-worst-"))
  const hub = await createBoardwright({ storage: sqlite(join(folder, "boardwright.db")), authenticate: () => null })
  const { id: workspaceId } = await hub.workspaces.create(ada, { name: "Garden" })
  const { id: boardId } = await hub.boards.create(ada, { name: "Spring", workspaceId })
  const columns = await Promise.all(
    Array.from({ length: 33 }, () => hub.boards.addColumn(ada, boardId, { name: "Notes", type: "text" }))
  )
  const [changed = "", ...filled] = columns.map(({ id }) => id)

  /** Creates a task with a share of the longest lists that the budgets allow. */
  const taskOf = async (share: number): Promise<string> => {
    const { id } = await hub.tasks.create(ada, { boardId, name: "Sow" })
    await inGroups(share * 10_000, () => hub.tasks.addComment(ada, id, { content: "y".repeat(2 * KIB) }))
    await inGroups(share * 10_000, () => hub.tasks.addTimeEntry(ada, id, { duration: 1, description: "z".repeat(200) }))
    await inGroups(share * 1_000, () => hub.tasks.addSubtask(ada, id, { name: "w".repeat(255) }))
    return id
  }

  const shares = [
    { id: await taskOf(1), share: 1 },
    { id: await taskOf(0.1), share: 0.1 }
  ]
  const read = (id: string) => hub.tasks.get(ada, id)
  const changeValue = (id: string, round: number) =>
    hub.tasks.update(ada, id, { columnValues: { [changed]: "v".repeat(round + 1) } })
  return {
    /** Gives both tasks values of a shape, in proportion to their size, and returns the larger one first. */
    fill: (valuesOf: (share: number, columns: ReadonlyArray<string>) => Readonly<Record<string, Json>>) =>
      Promise.all(
        shares.map(async ({ id, share }) => {
          await hub.tasks.update(ada, id, { columnValues: null })
          await hub.tasks.update(ada, id, { columnValues: valuesOf(share, filled) })
          return id
        })
      ),
    changeValue,
    works: {
      "read and change of a field": async (id: string, round: number) => {
        await read(id)
        await hub.tasks.update(ada, id, { status: `s${round}` })
      },
      "read and change of a value": async (id: string, round: number) => {
        await read(id)
        await changeValue(id, round)
      }
    },
    close: async () => {
      await hub.close()
      await rm(folder, { recursive: true })
    }
  }
}

/** Microseconds of CPU of the whole process. */
const costOf = async (work: () => Promise<unknown>): Promise<number> => {
  const from = process.cpuUsage()
  await work()
  const { system, user } = process.cpuUsage(from)
  return system + user
}

/** How many times as much the work costs on the largest task as on one of a tenth of its size, measured in turn. */
const ratioOf = async (work: (id: string, round: number) => Promise<unknown>, worst: string, tenth: string) => {
  const costs = { worst: new Array<number>(), tenth: new Array<number>() }
  for (let round = 0; round < 8; round++) {
    costs.tenth.push(await costOf(() => work(tenth, round)))
    costs.worst.push(await costOf(() => work(worst, round)))
  }
  // Garbage collection and other load only add to a cost, so the least of many is compared.
  return Math.min(...costs.worst) / Math.min(...costs.tenth)
}

it("the largest task that the budgets allow is read and changed within 3 x the cost of one of a tenth of its size", async () => {
  const { changeValue, close, fill, works } = await given()
  try {
    const ratios: Record<string, number> = {}
    const alone: Record<string, number> = {}
    for (const [shape, valuesOf] of Object.entries(SHAPES)) {
      const [worst = "", tenth = ""] = await fill(valuesOf)
      for (const [name, work] of Object.entries(works)) {
        ratios[`${name}, ${shape}`] = await ratioOf(work, worst, tenth)
      }
      alone[shape] = await ratioOf(changeValue, worst, tenth)
    }
    expect(Object.entries(ratios).filter(([, ratio]) => !(ratio < 3))).toEqual([])
    // All values are one JSON text, which a change of one reads, merges and writes as a whole: it costs in proportion at most.
    expect(Object.entries(alone).filter(([, ratio]) => !(ratio < 10))).toEqual([])
  } finally {
    await close()
  }
})
