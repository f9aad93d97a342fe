import fc from "fast-check"
import { afterAll, beforeAll, expect, it } from "vitest"
import { type SideBySide, startSideBySide } from "../equality/sideBySide.js"
import { print } from "../faults/Load.js"
import { anyCall, type Call } from "./model/calls.js"
import { testSeed } from "../support/seed.js"
import { Player } from "./model/Player.js"

const RUNS = 100
/** On a busy machine the time is up before all of them. */
const FEWEST_RUNS = 25
const COMMANDS = 60
const LIMIT_MILLIS = 120_000
/** How long a failure is narrowed down. */
const SEARCH_MILLIS = 60_000
const seed = testSeed()

/** There is nothing that may not be asked at any time. */
class Command implements fc.AsyncCommand<object, Player> {
  #shown = ""
  constructor(readonly call: Call) {}
  check(): boolean {
    return true
  }
  async run(_: object, player: Player): Promise<void> {
    try {
      await player.play(this.call)
    } finally {
      this.#shown = player.log.at(-1) ?? ""
    }
  }
  toString(): string {
    return `\n  ${this.#shown === "" ? JSON.stringify(this.call) : this.#shown}`
  }
}

const post = (path: string, body: NonNullable<Call["body"]>, by = 0): Call => ({
  by,
  method: "POST",
  path: `/api/${path}`,
  query: {},
  body
})

/** A board with an admin, an editor, a viewer, and someone whose invitation is pending. */
const BEGINNING: ReadonlyArray<Call> = [
  post("workspaces", { name: "Home" }),
  post("boards", { name: "First", workspaceId: "@workspace0" }),
  post("boards/@board0/groups", { name: "Later" }),
  post("boards/@board0/columns", { name: "Notes", type: "text" }),
  post("boards/@board0/columns", { name: "Due", type: "date" }),
  post("boards/@board0/invite", { userId: "@user1", role: "admin" }),
  post("boards/@board0/invite", { userId: "@user2", role: "editor" }),
  post("boards/@board0/invite", { userId: "@user3", role: "viewer" }),
  post("boards/@board0/invite", { userId: "@user4", role: "editor" }),
  post("boards/@board0/invite", { email: "grace@example.com", role: "viewer" }),
  post("boards/@board0/invitations/@invitation4/resend", {}),
  post("invitations/@ownInvitation0/accept", {}, 1),
  post("invitations/@ownInvitation0/accept", {}, 2),
  post("tasks", { name: "First", boardId: "@board0" }),
  post("tasks", { name: "Second", boardId: "@board0", groupId: "@group1", assignees: ["@user2"] }),
  post("tasks/@task0/comments", { content: "Deeper" }),
  post("tasks/@task0/subtasks", { name: "Dig" }),
  post("tasks/@task0/time-entries", { duration: 30 })
]

const routeOf = (request: string): string => {
  const [path = ""] = request.split("?")
  const isWord = (part: string) => /^[a-z-]+$/.test(part) && part !== "none"
  const parts = path.split("/")
  return parts.map((part, at) => (at < 3 || isWord(part) ? part : ":id")).join("/")
}

/** The routes that were asked and never once did what was asked of them. */
const withoutSuccess = (sent: SideBySide["sent"]): ReadonlyArray<string> => {
  const succeeded = new Set(sent.filter(([, status]) => status < 400).map(([request]) => routeOf(request)))
  return [...new Set(sent.map(([request]) => routeOf(request)))].filter((route) => !succeeded.has(route))
}

let servers: SideBySide
beforeAll(async () => {
  servers = await startSideBySide()
})
afterAll(() => servers.stop())

it(
  `every storage does what a model of the specification does, whatever is asked of it (TEST_SEED=${seed})`,
  { timeout: LIMIT_MILLIS + 2 * SEARCH_MILLIS },
  async () => {
    print(`the model with TEST_SEED=${seed}`)
    const start = performance.now()
    let end = start + LIMIT_MILLIS
    let failed = false
    let runs = 0
    const commands = fc.commands([anyCall.map((call) => new Command(call))], { maxCommands: COMMANDS, size: "max" })
    const property = fc.asyncProperty(commands, async (all) => {
      if (performance.now() > end) return
      runs += 1
      try {
        const player = await Player.start(servers.session())
        for (const call of BEGINNING) await player.play(call)
        await fc.asyncModelRun(() => ({ model: {}, real: player }), all)
        await player.lookAround()
      } catch (error) {
        if (!failed) end = performance.now() + SEARCH_MILLIS
        failed = true
        throw error
      }
    })
    await fc.assert(property, { numRuns: RUNS, seed })
    const seconds = (performance.now() - start) / 1000
    const counts = new Map<number, number>()
    for (const [, status] of servers.sent) counts.set(status, (counts.get(status) ?? 0) + 1)
    const statuses = [...counts]
      .toSorted(([one], [other]) => one - other)
      .map(([status, count]) => `${count} x ${status}`)
    print(`${runs} sequences, ${servers.sent.length} calls to each of three servers in ${seconds.toFixed(1)} s`)
    print(statuses.join(", "))
    expect(Math.max(...counts.keys())).toBeLessThan(500)
    // Time that ran out is no success.
    expect(runs).toBeGreaterThanOrEqual(FEWEST_RUNS)
    expect(withoutSuccess(servers.sent)).toEqual([])
  }
)
