import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { get, type JsonAnswer, post, type Standalone, standaloneServers } from "../support/standalone.js"
import { DATABASES, databases, type Kept, newBoard, type SignedIn, somebody } from "./given.js"
import { print } from "./Load.js"
import { killAtCall, LONG_WRITES, WRITES } from "./strace.js"

const servers = standaloneServers()
vi.setConfig({ testTimeout: 300_000 })

/** After the fewest, until requests were cut off before their commit and after it; if the most are not enough, it fails. */
const KILLS = { fewest: 10, most: 60 }
const CLIENTS = 4
const TASKS = 10
/** Tasks that are there before. */
const SPARE = 160

interface Sent {
  readonly key: string
  readonly body: object
  /** The names of the tasks that it leaves. */
  readonly names: ReadonlyArray<string>
  /** Null if the server was killed before. */
  answer: JsonAnswer | null
}

interface Board {
  readonly boardId: string
  readonly spare: ReadonlyArray<string>
}

type Ask = (at: number, board: Board) => Pick<Sent, "body" | "names">

const oneTask: Ask = (at, { boardId }) => ({ body: { boardId, name: `task ${at}` }, names: [`task ${at}`] })

/** Creates tasks with an assignee each, changes one that is there, and deletes one. */
const manyTasks =
  (userId: string): Ask =>
  (at, { boardId, spare }) => {
    const names = Array.from({ length: TASKS }, (_, index) => `bulk ${at} task ${index}`)
    const renamed = `bulk ${at} renamed`
    const operations = [
      ...names.map((name) => ({ op: "create", task: { name, assignees: [userId] } })),
      { op: "update", id: spare[2 * at], patch: { name: renamed } },
      { op: "delete", id: spare[2 * at + 1] }
    ]
    return { body: { boardId, operations }, names: [...names, renamed] }
  }

describe.each(DATABASES)("on %s", (database) => {
  let kept: Kept
  let server: Standalone
  let who: SignedIn
  let userId: string
  beforeAll(async () => {
    kept = await databases[database]()
    server = await servers.start(database, kept.environment)
    who = await somebody(server, "kit")
    userId = (await get(server, "/api/auth/me", who.token)).body.id
  })
  afterAll(() => kept.remove())

  const givenBoard = async (): Promise<Board> => {
    const { boardId } = await newBoard(server, who, "B")
    const operations = Array.from({ length: SPARE }, (_, at) => ({ op: "create", task: { name: `spare ${at}` } }))
    const { body } = await post(server, "/api/tasks/bulk", { boardId, operations }, who.headers)
    return { boardId, spare: body.results.map(({ id }: { readonly id: string }) => id) }
  }

  const namesOn = async (boardId: string): Promise<ReadonlyArray<string>> => {
    const { body } = await get(server, `/api/tasks?boardId=${boardId}&limit=1000`, who.token)
    return body.tasks.map(({ name }: { readonly name: string }) => name)
  }

  const untilKilled = async (path: string, ask: Ask, board: Board, round: number): Promise<ReadonlyArray<Sent>> => {
    const sent: Array<Sent> = []
    const client = async () => {
      for (;;) {
        const each: Sent = { ...ask(sent.length, board), key: randomUUID(), answer: null }
        sent.push(each)
        each.answer = await send(path, each).catch(() => null)
        if (each.answer === null) return
        expect(each.answer).toMatchObject({ status: path === "/api/tasks" ? 201 : 200 })
      }
    }
    // Every write is hit at some time, and in each second round more often a response, or a statement of PostgreSQL.
    await (round % 2 === 0 ? killAtCall(server, LONG_WRITES, 7 * round) : killAtCall(server, WRITES, 17 * round))
    await Promise.all(Array.from({ length: CLIENTS }, client))
    expect(await server.ended).toBe("SIGKILL")
    return sent
  }

  const send = (path: string, { body, key }: Sent) =>
    post(server, path, body, { ...who.headers, "idempotency-key": key })

  it.each([
    ["a create", "/api/tasks", () => oneTask],
    ["a bulk", "/api/tasks/bulk", () => manyTasks(userId)]
  ])("%s that is repeated with its key after a kill (SIGKILL) is done once, as a whole", async (what, path, ask) => {
    const seen = { acknowledged: 0, committed: 0, lost: 0 }
    const isUnseen = () => seen.committed === 0 || seen.lost === 0
    let round = 0
    while (round < KILLS.fewest || (round < KILLS.most && isUnseen())) {
      round += 1
      const board = await givenBoard()
      const sent = await untilKilled(path, ask(), board, round)
      server = await servers.start(database, kept.environment)
      const stored = new Set(await namesOn(board.boardId))
      for (const each of sent) {
        const found = each.names.filter((name) => stored.has(name)).length
        expect([0, each.names.length]).toContain(found)
        const again = await send(path, each)
        expect(again.headers.get("idempotency-replayed")).toBe(found === 0 ? null : "true")
        const first = each.answer ?? again
        expect([again.status, again.body]).toEqual([first.status, first.body])
        const unanswered = found === 0 ? "lost" : "committed"
        seen[each.answer === null ? unanswered : "acknowledged"] += 1
      }
      const names = (await namesOn(board.boardId)).filter((name) => !name.startsWith("spare"))
      expect(names.toSorted()).toEqual(sent.flatMap((each) => each.names).toSorted())
    }
    const { acknowledged, committed, lost } = seen
    print(
      `${database}: ${round} kills of ${what}: ${acknowledged} acknowledged; of those without an answer ${committed} were committed and replayed, ${lost} done again`
    )
    expect(committed).toBeGreaterThan(0)
    expect(lost).toBeGreaterThan(0)
  })
})
