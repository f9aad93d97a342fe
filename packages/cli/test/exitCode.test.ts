import { Access, Account, Ports, Trash, Values } from "@boardwright/core"
import { Cause, Data, Exit, FiberId } from "effect"
import { describe, expect, it } from "vitest"
import { endingOf, EXIT } from "../src/exitCode.js"
import { Cancelled, Conflict, DataRejected, NoSuchThing, UsageError } from "../src/terminal/failures.js"
import { ConfigurationInvalid } from "../src/settings/readVariables.js"

class StorageNotUsable extends Data.TaggedError("StorageNotUsable")<{ readonly message: string }> {}
class ListenFailed extends Data.TaggedError("ListenFailed")<{
  readonly host: string
  readonly port: number
  readonly cause: unknown
}> {}

const listenFailed = (cause: unknown) => new ListenFailed({ host: "127.0.0.1", port: 80, cause })
const systemError = (message: string, code: string) => Object.assign(new Error(message), { code })
const quiet = { verbose: false, whenInterrupted: 130 }
const issue = (field: string) => ({ path: [field], message: "is required" })

describe("how a command ends", () => {
  it.each([
    [
      "a wrong command line",
      new UsageError({ message: "--x is not an option" }),
      2,
      "--x is not an option (see boardwright --help)"
    ],
    [
      "a wrong option of a command",
      new UsageError({ message: "--x is not an option", help: "boardwright user" }),
      2,
      "--x is not an option (see boardwright user --help)"
    ],
    ["data that cannot be used", new DataRejected({ message: "line 3: too long" }), 3, "line 3: too long"],
    ["an input that breaks rules", new Values.InvalidInput({ issues: [issue("name")] }), 3, "name is required"],
    ["a missing thing", new NoSuchThing({ message: "no.csv is missing" }), 4, "no.csv is missing"],
    ["an unknown id", new Values.NotFound({ thing: "Board", id: "b1" }), 4, 'Board "b1" does not exist'],
    ["a conflict", new Conflict({ message: "it already exists" }), 5, "it already exists"],
    ["an address in use", new Account.EmailTaken(), 5, "an account with this address exists"],
    [
      "a user whose workspaces have other members",
      new Account.WorkspacesShared({ issues: [{ path: ["workspaces", "w1"], message: "Garden has other members" }] }),
      5,
      "workspaces.w1 Garden has other members"
    ],
    [
      "a deletion on a board that is in the trash",
      new Trash.BoardInTrash({ boardId: "b1" }),
      5,
      'the board "b1" is in the trash: restore it first'
    ],
    ["a wrong setting", new ConfigurationInvalid("PORT: must be"), 78, "PORT: must be"],
    ["unusable storage", new StorageNotUsable({ message: "boards.db is damaged" }), 69, "boards.db is damaged"],
    [
      "unreachable storage",
      new Ports.StorageUnavailable({ operation: "read", cause: new Error("secret") }),
      69,
      "the database is unreachable or too busy"
    ],
    ["full hashing", new Ports.HashingBusy({ retryAfterSeconds: 1 }), 69, "too many passwords are queued for hashing"],
    [
      "a port in use",
      listenFailed(systemError("listen EADDRINUSE", "EADDRINUSE")),
      69,
      "cannot listen on 127.0.0.1:80: the port is in use"
    ],
    [
      "a port without permission",
      listenFailed(systemError("listen EACCES: permission denied", "EACCES")),
      69,
      "cannot listen on 127.0.0.1:80: Error: listen EACCES: permission denied"
    ],
    ["a forbidden action", new Access.Forbidden({ action: "edit the board" }), 1, "not allowed: edit the board"],
    ["a failure that is only text", "no such luck", 1, "no such luck"]
  ])("%s", (_, failure, code, line) => {
    expect(endingOf(Exit.fail(failure), quiet)).toEqual({ code, message: `boardwright: ${line}` })
  })

  it("prints nothing after a success, an interruption or a cancelled prompt", () => {
    expect(endingOf(Exit.succeed("done"), quiet)).toEqual({ code: 0, message: null })
    expect(endingOf(Exit.failCause(Cause.interrupt(FiberId.none)), quiet)).toEqual({ code: 130, message: null })
    expect(endingOf(Exit.fail(new Cancelled()), quiet)).toEqual({ code: EXIT.interrupted, message: null })
  })

  it("a server that a signal stops exits with 0", () => {
    const exit = Exit.failCause(Cause.interrupt(FiberId.none))
    expect(endingOf(exit, { verbose: false, whenInterrupted: EXIT.ok }).code).toBe(0)
  })

  it.each([{ code: "SQLITE_FULL" }, { code: "ERR_SQLITE_ERROR", errcode: 13 }, { code: "53100" }])(
    "a full disk is named: %j",
    (fields) => {
      const cause = new Error("of the statement", { cause: Object.assign(new Error("of the driver"), fields) })
      expect(endingOf(Exit.fail(new Ports.StorageUnavailable({ operation: "test", cause })), quiet)).toEqual({
        code: 69,
        message: "boardwright: the disk of the database is full"
      })
    }
  )

  it("lists ten problems and the number of the others", () => {
    const issues = Array.from({ length: 12 }, (_, index) => issue(`cell${index}`))
    const { message } = endingOf(Exit.fail(new Values.InvalidInput({ issues })), quiet)
    expect(message).toMatch(/^boardwright: cell0 is required; .*cell9 is required; and 2 more$/)
  })

  it("a message is one line without control characters", () => {
    const failure = new DataRejected({ message: "a\nb\u001B[31mc" })
    expect(endingOf(Exit.fail(failure), quiet).message).toBe("boardwright: a b\uFFFD[31mc")
  })

  it("a defect exits with 70, and one line says how to see its cause", () => {
    const exit = Exit.die(new Error("a bug\nwith lines"))
    expect(endingOf(exit, quiet)).toEqual({
      code: 70,
      message: "boardwright: this is a bug: Error: a bug with lines; LOG_LEVEL=debug shows the cause"
    })
    const { message } = endingOf(exit, { ...quiet, verbose: true })
    expect(message).toMatch(/^boardwright: this is a bug\nError: a bug\nwith lines\n +at /)
  })
})
