import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Effect, Either, Stream } from "effect"
import { afterAll, describe, expect, it } from "vitest"
import { temporaryDirectory } from "../../../test/support/childServer.js"
import { oneLine } from "../src/terminal/print.js"
import { writeOutput } from "../src/terminal/openDraft.js"

const directory = temporaryDirectory()
afterAll(() => rmSync(directory, { recursive: true }))

describe("a written file", () => {
  const write = <E>(path: string, chunks: Stream.Stream<string, E>) =>
    Effect.runPromise(Effect.either(writeOutput(path, chunks)))

  it("is complete and keeps its mode", async () => {
    const path = join(directory, "out.txt")
    writeFileSync(path, "before", { mode: 0o600 })
    expect(Either.isRight(await write(path, Stream.make("one, ", "two")))).toBe(true)
    expect([readFileSync(path, "utf8"), statSync(path).mode & 0o777]).toEqual(["one, two", 0o600])
  })

  it("is readable by its owner only if it is new", async () => {
    const path = join(directory, "new.txt")
    expect(Either.isRight(await write(path, Stream.make("one")))).toBe(true)
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it("is unchanged if writing it fails", async () => {
    const folder = join(directory, "half")
    mkdirSync(folder)
    const path = join(folder, "out.txt")
    writeFileSync(path, "before")
    const result = await write(path, Stream.concat(Stream.make("one"), Stream.fail("no more")))
    expect(Either.getOrThrow(Either.flip(result))).toBe("no more")
    expect([readFileSync(path, "utf8"), readdirSync(folder)]).toEqual(["before", ["out.txt"]])
  })

  it("is refused in one line if its folder is missing", async () => {
    const path = join(directory, "absent/out.txt")
    const failure = Either.getOrThrow(Either.flip(await write(path, Stream.make("one"))))
    expect(failure).toMatchObject({
      _tag: "NotWritten",
      message: `${path} was not written: there is no such file or folder`
    })
  })

  it("replaces the file that a symbolic link names, not the link", async () => {
    const folder = join(directory, "links")
    mkdirSync(join(folder, "elsewhere"), { recursive: true })
    const [path, target] = [join(folder, "link.txt"), join(folder, "elsewhere", "out.txt")]
    writeFileSync(target, "before")
    symlinkSync("elsewhere/out.txt", path)
    expect(Either.isRight(await write(path, Stream.make("after")))).toBe(true)
    expect([lstatSync(path).isSymbolicLink(), readFileSync(target, "utf8")]).toEqual([true, "after"])
    expect(readdirSync(join(folder, "elsewhere"))).toEqual(["out.txt"])
  })

  it("does not replace a link to nothing", async () => {
    const path = join(directory, "dangling.txt")
    symlinkSync("/absent/disk/out.txt", path)
    expect(Either.getOrThrow(Either.flip(await write(path, Stream.make("one"))))).toMatchObject({
      message: `${path} was not written: /absent/disk/out.txt, which it links to, is missing`
    })
    expect(lstatSync(path).isSymbolicLink()).toBe(true)
  })

  it("may be a device", async () => {
    expect(Either.isRight(await write("/dev/null", Stream.make("one")))).toBe(true)
    expect(statSync("/dev/null").isCharacterDevice()).toBe(true)
  })
})

it("control characters are replaced, and lines are joined", () => {
  expect(oneLine("a\u001B[2Jb\u0007\tc\r\nd\u009Be")).toBe("a\uFFFD[2Jb\uFFFD c d\uFFFDe")
})
