import fc from "fast-check"
import { afterAll, beforeAll, expect, it } from "vitest"
import { testSeed } from "../support/seed.js"
import { type Session, type SideBySide, startSideBySide } from "./sideBySide.js"
import { type Step, step } from "./steps.js"

const RUNS = 40
const LIMIT_MILLIS = 10_000
/** How long a failure is shrunk. */
const SEARCH_MILLIS = 30_000
const seed = testSeed()

/** Ids by kind in order of first appearance. */
type Known = Record<
  "board" | "column" | "comment" | "group" | "subtask" | "task" | "timeEntry" | "user" | "workspace",
  Array<string>
>

interface Made {
  readonly id: string
}
type Answered = Partial<
  Record<"column" | "comment" | "group" | "subtask" | "task" | "timeEntry" | "workspace", Made>
> & {
  readonly board?: (Made & { readonly groups: ReadonlyArray<Made>; readonly columns: ReadonlyArray<Made> }) | null
}

const note = (known: Known, { board, ...others }: Answered): void => {
  const add = (kind: keyof Known, made: Made | null | undefined) => {
    if (made && !known[kind].includes(made.id)) known[kind].push(made.id)
  }
  for (const kind of ["column", "comment", "group", "subtask", "task", "timeEntry", "workspace"] as const)
    add(kind, others[kind])
  add("board", board)
  for (const group of board?.groups ?? []) add("group", group)
  for (const column of board?.columns ?? []) add("column", column)
}

const fill = (known: Known, text: string): string =>
  text.replaceAll(
    /@(board|column|comment|group|subtask|task|timeEntry|user|workspace)(\d)/g,
    (_, kind: keyof Known, at: string) => {
      const ids = known[kind]
      return ids.length === 0 ? "none" : (ids[Number(at) % ids.length] ?? "none")
    }
  )

const start = async ({ send, user }: Session) => {
  const [owner, other] = [await user("owner"), await user("other")]
  const known: Known = {
    board: [],
    column: [],
    comment: [],
    group: [],
    subtask: [],
    task: [],
    timeEntry: [],
    workspace: [],
    user: [owner.id, other.id]
  }
  const ask = async ({ body, method, path }: Step) => {
    const rest = body === undefined ? {} : { body: fill(known, body) }
    const answer = await send(method, fill(known, path), owner, rest)
    if (typeof answer.body === "object" && answer.body !== null) note(known, answer.body)
    return answer
  }
  await ask({ method: "POST", path: "/api/workspaces", body: '{"name":"Home"}' })
  await ask({ method: "POST", path: "/api/boards", body: '{"name":"First","workspaceId":"@workspace0"}' })
  await ask({ method: "POST", path: "/api/boards/@board0/columns", body: '{"name":"Notes","type":"text"}' })
  await ask({ method: "POST", path: "/api/boards/@board0/columns", body: '{"name":"More","type":"date"}' })
  await ask({ method: "POST", path: "/api/tasks", body: '{"name":"First","boardId":"@board0"}' })
  return { ask, known }
}

let servers: SideBySide
beforeAll(async () => {
  servers = await startSideBySide()
})
afterAll(() => servers.stop())

const play = async (steps: ReadonlyArray<Step>): Promise<void> => {
  const { ask, known } = await start(servers.session())
  for (const each of steps) expect((await ask(each)).status).toBeLessThan(500)
  await ask({ method: "GET", path: "/api/boards?workspaceId=@workspace0" })
  for (const id of known.board) {
    const { body } = await ask({ method: "GET", path: `/api/tasks?boardId=${id}` })
    for (const task of body.tasks) await ask({ method: "GET", path: `/api/tasks/${task.id}` })
  }
}

it(
  `servers on each storage answer alike to whatever is asked of them (TEST_SEED=${seed})`,
  { timeout: 4 * SEARCH_MILLIS },
  async () => {
    let end = performance.now() + LIMIT_MILLIS
    let failed = false
    const property = fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 25, size: "max" }), async (steps) => {
      if (performance.now() > end) return
      try {
        await play(steps)
      } catch (error) {
        if (!failed) end = performance.now() + SEARCH_MILLIS
        failed = true
        throw error
      }
    })
    await fc.assert(property, { numRuns: RUNS, seed })
    // Most requests are valid.
    expect(servers.sent.filter(([, status]) => status < 300).length).toBeGreaterThan(servers.sent.length / 2)
  }
)
