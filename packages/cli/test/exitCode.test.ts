import { HelpDoc, ValidationError } from "@effect/cli"
import { Cause, Data, Exit, FiberId } from "effect"
import { describe, expect, it } from "vitest"
import { exitCodeOf, lineOf } from "../src/exitCode.js"
import { ConfigurationInvalid } from "../src/variables.js"

class StorageNotUsable extends Data.TaggedError("StorageNotUsable")<{ readonly message: string }> {}
class ListenFailed extends Data.TaggedError("ListenFailed")<{
  readonly host: string
  readonly port: number
  readonly cause: unknown
}> {}

const listenFailed = (cause: unknown) => Exit.fail(new ListenFailed({ host: "127.0.0.1", port: 80, cause }))
const systemError = (message: string, code: string) => Object.assign(new Error(message), { code })

class NoSuchBoard extends Data.TaggedError("NoSuchBoard")<{ readonly message: string }> {}

describe("how a command ends", () => {
  it.each([
    ["a success", Exit.succeed("done"), 0, null],
    ["being told to stop", Exit.failCause(Cause.interrupt(FiberId.none)), 0, null],
    [
      "a wrong command line, which is explained already",
      Exit.fail(ValidationError.missingValue(HelpDoc.p("x"))),
      2,
      null
    ],
    ["a wrong setting", Exit.fail(new ConfigurationInvalid("PORT: must be")), 78, "boardwright: PORT: must be"],
    [
      "storage that cannot be used",
      Exit.fail(new StorageNotUsable({ message: "boards.db is damaged" })),
      69,
      "boardwright: boards.db is damaged"
    ],
    [
      "a port in use",
      listenFailed(systemError("listen EADDRINUSE", "EADDRINUSE")),
      69,
      "boardwright: cannot listen on 127.0.0.1:80: the port is in use"
    ],
    [
      "a port that may not be used",
      listenFailed(systemError("listen EACCES: permission denied", "EACCES")),
      69,
      "boardwright: cannot listen on 127.0.0.1:80: Error: listen EACCES: permission denied"
    ],
    ["any other failure", Exit.fail(new NoSuchBoard({ message: "no such board" })), 1, "boardwright: no such board"]
  ])("%s", (_, exit, code, line) => {
    expect(exitCodeOf(exit)).toBe(code)
    expect(lineOf(exit)).toBe(line)
  })

  it("a defect is a bug of ours: exit code 70 and its cause in full", () => {
    const exit = Exit.die(new Error("a bug"))
    expect(exitCodeOf(exit)).toBe(70)
    expect(lineOf(exit)).toMatch(/^boardwright: unexpected failure\nError: a bug\n/)
  })
})
