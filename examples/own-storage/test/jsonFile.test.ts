import { mkdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { Account, Ports } from "@boardwright/core"
import { givenAccount, givenBoard, givenTask, MemoryStore } from "@boardwright/testing"
import { Effect, Option } from "effect"
import { assert, describe, it } from "vitest"
import { jsonFileStorage } from "../src/index.js"
import { newFolder } from "./newFolder.js"

const newPath = (): string => join(newFolder(), "boardwright.json")

type Services = Effect.Effect.Context<ReturnType<typeof givenAccount>> | MemoryStore | Ports.Transactor

/** Opens the file, runs the effect, and closes the file. */
const inFile = <A, E>(path: string, work: Effect.Effect<A, E, Services | Ports.StorageHealth>) =>
  Effect.runPromise(Effect.provide(work, jsonFileStorage(path)))

const stored = Effect.flatMap(MemoryStore, (store) => store.snapshot)
const names = Effect.map(stored, ({ accounts }) => [...accounts.values()].map(({ name }) => name))

const codeOf = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.match(effect, { onSuccess: () => "no failure", onFailure: ({ _tag }) => _tag })

describe("storage on a JSON file", () => {
  it("what is committed is there after a restart", async () => {
    const path = newPath()
    const work = Effect.gen(function* () {
      const board = yield* givenBoard()
      yield* givenTask(board, { name: "Übung 👩‍👩‍👧‍👦", columnValues: { [board.columns[0].id]: null } })
      return yield* stored
    })
    const before = await Effect.runPromise(Effect.provide(work, jsonFileStorage(path)))
    assert.strictEqual(before.tasks.size, 1)
    assert.deepStrictEqual(await inFile(path, stored), before)
  })

  it("a transaction that fails changes no byte, and neither does one that only reads", async () => {
    const path = newPath()
    await inFile(path, givenAccount())
    const before = readFileSync(path)
    rmSync(path)
    await inFile(path, Effect.exit(Ports.transactional(Effect.zipRight(givenAccount(), Effect.fail("no")))))
    await inFile(path, Ports.transactional(Effect.flatMap(Account.AccountRepository, (them) => them.existing([]))))
    assert.throws(() => readFileSync(path), "ENOENT")
    writeFileSync(path, before)
    assert.strictEqual(
      await inFile(
        path,
        Effect.map(names, ({ length }) => length)
      ),
      1
    )
  })

  it("a save that fails rolls back, in a transaction and out of one, and the next one works", async () => {
    const path = newPath()
    const work = Effect.gen(function* () {
      yield* givenAccount({ name: "kept" })
      mkdirSync(`${path}.new`)
      assert.strictEqual(yield* codeOf(givenAccount({ name: "lost" })), "StorageUnavailable")
      assert.strictEqual(yield* codeOf(Ports.transactional(givenAccount({ name: "lost too" }))), "StorageUnavailable")
      assert.deepStrictEqual(yield* names, ["kept"])
      rmdirSync(`${path}.new`)
      yield* givenAccount({ name: "kept too" })
      return yield* names
    })
    const before = await inFile(path, work)
    assert.deepStrictEqual(before, ["kept", "kept too"])
    assert.deepStrictEqual(await inFile(path, names), before)
  })

  it("after a crash between writing and renaming the file is the old one, and the next save goes through", async () => {
    const path = newPath()
    await inFile(path, givenAccount({ name: "committed" }))
    const whole = readFileSync(path, "utf8")
    writeFileSync(`${path}.new`, whole.replace("committed", "not yet"))
    assert.deepStrictEqual(await inFile(path, names), ["committed"])
    writeFileSync(`${path}.new`, whole.slice(0, -20))
    assert.deepStrictEqual(await inFile(path, Effect.zipRight(givenAccount({ name: "next" }), names)), [
      "committed",
      "next"
    ])
    assert.deepStrictEqual(await inFile(path, names), ["committed", "next"])
  })

  it("half a file, and one of another version, is refused and left as it is", async () => {
    const path = newPath()
    await inFile(path, givenAccount())
    const whole = readFileSync(path, "utf8")
    for (const damaged of [whole.slice(0, -20), whole.replace(`"version":1`, `"version":2`)]) {
      writeFileSync(path, damaged)
      const opened = codeOf(Effect.provide(givenAccount(), jsonFileStorage(path)))
      assert.strictEqual(await Effect.runPromise(opened), "StorageUnavailable")
      assert.strictEqual(readFileSync(path, "utf8"), damaged)
    }
  })

  it("is healthy while its folder is there", async () => {
    const path = newPath()
    const check = codeOf(Effect.flatMap(Ports.StorageHealth, (health) => health.check))
    const work = Effect.gen(function* () {
      const before = yield* check
      rmSync(dirname(path), { recursive: true })
      return [before, yield* check]
    })
    assert.deepStrictEqual(await inFile(path, work), ["no failure", "StorageUnavailable"])
  })

  it("the account of a lost save can be made again", async () => {
    const path = newPath()
    const work = Effect.gen(function* () {
      const accounts = yield* Account.AccountRepository
      mkdirSync(`${path}.new`)
      yield* codeOf(givenAccount({ email: "ada@example.test" }))
      rmdirSync(`${path}.new`)
      assert.isTrue(Option.isNone(yield* accounts.findByEmail("ada@example.test")))
      return yield* codeOf(givenAccount({ email: "ada@example.test" }))
    })
    assert.strictEqual(await inFile(path, work), "no failure")
  })
})
