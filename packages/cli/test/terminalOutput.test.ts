import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Effect, Either, Stream } from "effect"
import { afterAll, describe, expect, it } from "vitest"
import { temporaryDirectory } from "../../../test/support/childServer.js"
import { oneLine } from "../src/terminal/print.js"
import { writeOutput } from "../src/terminal/writeOutput.js"

const directory = temporaryDirectory()
afterAll(() => rmSync(directory, { recursive: true }))

describe("a file that is written", () => {
  const write = <E>(path: string, chunks: Stream.Stream<string, E>) =>
    Effect.runPromise(Effect.either(writeOutput(path, chunks)))

  it("is there whole, with the mode that it had", async () => {
    const path = join(directory, "out.txt")
    writeFileSync(path, "before", { mode: 0o600 })
    expect(Either.isRight(await write(path, Stream.make("one, ", "two")))).toBe(true)
    expect([readFileSync(path, "utf8"), statSync(path).mode & 0o777]).toEqual(["one, two", 0o600])
  })

  it("is for its owner alone where there was none", async () => {
    const path = join(directory, "new.txt")
    expect(Either.isRight(await write(path, Stream.make("one")))).toBe(true)
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it("stays as it was when what should be in it fails half way", async () => {
    const folder = join(directory, "half")
    mkdirSync(folder)
    const path = join(folder, "out.txt")
    writeFileSync(path, "before")
    const result = await write(path, Stream.concat(Stream.make("one"), Stream.fail("no more")))
    expect(Either.getOrThrow(Either.flip(result))).toBe("no more")
    expect([readFileSync(path, "utf8"), readdirSync(folder)]).toEqual(["before", ["out.txt"]])
  })

  it("is refused in one line where there is no such folder", async () => {
    const path = join(directory, "absent/out.txt")
    const failure = Either.getOrThrow(Either.flip(await write(path, Stream.make("one"))))
    expect(failure).toMatchObject({
      _tag: "NotWritten",
      message: `${path} was not written: there is no such file or folder`
    })
  })

  it("may be what is no file", async () => {
    expect(Either.isRight(await write("/dev/null", Stream.make("one")))).toBe(true)
    expect(statSync("/dev/null").isCharacterDevice()).toBe(true)
  })
})

it("what a terminal would obey is replaced, and lines become one", () => {
  expect(oneLine("a\u001B[2Jb\u0007\tc\r\nd\u009Be")).toBe("a\uFFFD[2Jb\uFFFD c d\uFFFDe")
})
