import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { temporaryDirectory } from "./support/childServer.js"
import { newEmptyDatabase } from "./support/postgres/databases.js"
import { get, linkIn, open, mailFiles, post } from "./support/standalone.js"
import { freePort } from "./support/freePort.js"

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8")
const root = new URL("..", import.meta.url).pathname

const commands = (): ReadonlyArray<string> => {
  const found = /```sh instances\n([\s\S]*?)\n```/.exec(readme)?.[1]
  if (found === undefined) throw new Error("the README does not start instances")
  return found.split("\n")
}

interface Instance {
  readonly url: string
  readonly dataDir: string
  readonly log: () => string
  readonly stop: (signal: NodeJS.Signals) => Promise<void>
}

/** Ends npm and what it started. */
const end = async (child: ChildProcess, signal: NodeJS.Signals): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  process.kill(-Number(child.pid), signal)
  await once(child, "exit")
}

const directory = temporaryDirectory()
const SECRET = "known to every instance and to nobody else"
const ADA = { email: "ada@example.com", password: "correct horse" }

describe("the README's instances on one database", () => {
  const undo: Array<() => Promise<void>> = []
  let instances: ReadonlyArray<Instance> = []
  const instance = (index: number): Instance => {
    const found = instances[index]
    if (found === undefined) throw new Error(`the README starts no instance ${index}`)
    return found
  }

  /** One of the lines as printed, but for the database's address and the port; on a machine of its own. */
  const start = async (command: string, index: number, databaseUrl: string): Promise<Instance> => {
    const port = String(await freePort())
    const script = command
      .replace("postgres://boardwright:secret@localhost/boardwright", `"${databaseUrl}"`)
      .replace(`PORT=${3001 + index} `, `PORT=${port} `)
    expect(script).toContain(port)
    expect(script).toContain(databaseUrl)
    const dataDir = join(directory, String(index))
    const env = { PATH: process.env["PATH"], HOME: process.env["HOME"], DATA_DIR: dataDir, SECRET }
    const child = spawn("bash", ["--norc", "-c", script], {
      cwd: root,
      env,
      detached: true,
      stdio: ["ignore", "ignore", "pipe"]
    })
    let log = ""
    child.stderr.setEncoding("utf8").on("data", (text: string) => (log += text))
    undo.push(() => end(child, "SIGKILL"))
    return { url: `http://127.0.0.1:${port}`, dataDir, log: () => log, stop: (signal) => end(child, signal) }
  }

  beforeAll(async () => {
    const database = await newEmptyDatabase()
    // Both find the database empty.
    instances = await Promise.all(commands().map((command, index) => start(command, index, database.url)))
    undo.push(database.drop)
    const listens = ({ log }: Instance) => expect(log()).toMatch(/mails go/)
    await vi.waitFor(() => instances.map(listens), { timeout: 50_000 })
  })

  afterAll(async () => {
    for (const each of undo) await each()
    rmSync(directory, { recursive: true, force: true })
  })

  it(
    "share accounts, mails, sessions, boards and rate limits, and outlive each other",
    { timeout: 60_000 },
    async () => {
      expect(instances).toHaveLength(2)
      for (const each of instances) expect((await get(each, "/api/health")).body).toEqual({ status: "ok" })
      const [first, second] = [instance(0), instance(1)]

      expect((await post(first, "/api/auth/signup", { name: "Ada", ...ADA })).status).toBe(201)
      const mails = () => instances.flatMap(mailFiles)
      await vi.waitFor(() => expect(mails()).toHaveLength(1), { timeout: 20_000 })
      const sent = new URL(linkIn(readFileSync(mails()[0] ?? "", "utf8")))
      // The link leads to the instance that sent it, and is good on the other one as well.
      const other = sent.origin === first.url ? second : first
      expect(await open(other.url + sent.pathname + sent.search)).toEqual([
        302,
        expect.stringContaining("/signin?verified=true")
      ])

      const signIn = (where: Instance, password = ADA.password) =>
        post(where, "/api/auth/signin", { email: ADA.email, password })
      const { body: session, headers, status } = await signIn(second)
      expect([status, headers.get("x-ratelimit-remaining")]).toEqual([200, "4"])

      const sessionHeaders = { authorization: `Bearer ${session.token}` }
      const { body: made } = await post(first, "/api/workspaces", { name: "Garden" }, sessionHeaders)
      const board = { name: "Spring", workspaceId: made.workspace.id }
      const { body: planted } = await post(first, "/api/boards", board, sessionHeaders)
      const boardId = planted.board.id
      expect((await get(second, `/api/boards/${boardId}`, session.token)).body).toMatchObject({
        id: boardId,
        ...board
      })

      const answers = []
      for (const where of [first, second, first, second, first]) {
        const answer = await signIn(where, "wrong horse")
        answers.push([answer.status, answer.headers.get("x-ratelimit-remaining")])
      }
      expect(answers).toEqual([
        [401, "3"],
        [401, "2"],
        [401, "1"],
        [401, "0"],
        [429, "0"]
      ])

      await first.stop("SIGTERM")
      expect((await get(second, `/api/boards/${boardId}`, session.token)).status).toBe(200)
      expect(mails()).toHaveLength(1)
    }
  )
})
