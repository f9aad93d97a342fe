import { join } from "node:path"
import { MemoryStorage, type StoredState } from "@boardwright/testing"
import { storageContract } from "@boardwright/testing/contract"
import { assert, it } from "vitest"
import { jsonFile } from "../src/index.js"
import { newFolder } from "./newFolder.js"

const file = jsonFile(join(newFolder(), "boardwright.json"))
const saved: Array<StoredState> = []

storageContract(
  "a JSON file",
  MemoryStorage.persisted({
    ...file,
    save: async (state) => {
      await file.save(state)
      saved[0] = state
    }
  })
)

it("all that the contract stored is in the file as it was", async () => {
  assert.isAbove(saved[0]?.tasks.length ?? 0, 10_000)
  assert.deepStrictEqual(await file.load(), saved[0])
})
