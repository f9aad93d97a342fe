import { join } from "node:path"
import { setImmediate } from "node:timers/promises"
import { MemoryStorage, type StoredState } from "@boardwright/testing"
import { storageContract } from "@boardwright/testing/contract"
import { assert, it } from "vitest"
import { jsonFile } from "../src/index.js"
import { newFolder } from "./newFolder.js"

const file = jsonFile(join(newFolder(), "boardwright.json"))
const saved: Array<StoredState> = []
/** Each save writes everything: with more tasks than these, which takes long, only the last one is written. */
const MOST = 250

storageContract(
  "a JSON file",
  MemoryStorage.persisted({
    ...file,
    save: async (state) => {
      // Without a write, others still get their turn: vitest gives up on a worker that is silent for a minute.
      await (state.tasks.length <= MOST ? file.save(state) : setImmediate())
      saved[0] = state
    }
  })
)

it("all that the contract stored is in the file as it was", async () => {
  const [last] = saved
  if (last === undefined) throw new Error("the contract has stored nothing")
  assert.isAbove(last.tasks.length, 10_000)
  await file.save(last)
  assert.deepStrictEqual(await file.load(), last)
})
