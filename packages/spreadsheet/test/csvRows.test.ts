import { assert, it, vi } from "vitest"
import { csvRows } from "../src/csvRows.js"

const QUOTES = 64

async function* textOf(chunks: number) {
  yield 'Task,Status\n"'
  for (let sent = 0; sent < chunks; sent++) yield '""'.repeat(QUOTES)
  yield '",Done\n'
}

/** The number of searches in a text while a cell of so many chunks of doubled quotes is read. */
const searchesIn = async (chunks: number): Promise<number> => {
  const search = vi.spyOn(String.prototype, "indexOf")
  try {
    const cells: Array<number> = []
    for await (const batch of csvRows(textOf(chunks), ",", "long.csv")) {
      for (const row of batch) cells.push(row.cells[0]?.length ?? 0)
    }
    const searches = search.mock.calls.length
    assert.deepStrictEqual(cells, ["Task".length, chunks * QUOTES])
    return searches
  } finally {
    search.mockRestore()
  }
}

it("reads a cell of many chunks in time linear in its length", async () => {
  const few = await searchesIn(32)
  assert.isBelow(await searchesIn(256), 12 * few)
})
