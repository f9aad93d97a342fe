import { rmSync } from "node:fs"
import { join } from "node:path"
import { openSqlite } from "@boardwright/sqlite/driver"
import { Client } from "pg"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { print } from "../../faults/Load.js"
import { SLOW_PASSWORDS } from "../../support/childServer.js"
import { type PostgresServer, startPostgres } from "../../support/postgres/startPostgres.js"
import { linkIn, type Standalone, standaloneServers, UNLIMITED } from "../../support/standalone.js"
import { OPERATIONS } from "../limits/operations.js"
import { OutsideServices } from "./OutsideServices.js"
import { insidesIn, PATH, STACK, Witness } from "./Witness.js"

const servers = standaloneServers()
vi.setConfig({ testTimeout: 120_000 })

const JWT = "planted-jwt-secret-of-more-than-32-bytes"
const KEY = "c0ffee".repeat(10) + "beef"
const SMTP = "planted-smtp-password"
const CAPTCHA = "planted-captcha-secret"
const PASSWORDS = ["planted password one", "planted password two"] as const
const WRONG_FIELD = "planted-in-a-wrong-field"
const CONTENT = "planted-content-of-a-task"

const outside = new OutsideServices(SMTP)
beforeAll(() => outside.start())
afterAll(() => outside.stop())

/** A database, seen from beside the server. */
interface Beside {
  readonly environment: Readonly<Record<string, string>>
  readonly secrets: Readonly<Record<string, string>>
  readonly query: (server: Standalone, text: string) => Promise<ReadonlyArray<Record<string, unknown>>>
  readonly end: (server: Standalone) => Promise<void>
}

const sqlite = async (): Promise<Beside> => ({
  environment: {},
  secrets: {},
  query: async ({ dataDir }, text) => {
    const database = openSqlite(join(dataDir, "boardwright.db"))
    try {
      const statement = database.prepare(text)
      return statement.reader ? (statement.all() as ReadonlyArray<Record<string, unknown>>) : [statement.run() as never]
    } finally {
      database.close()
    }
  },
  end: async ({ dataDir }) => rmSync(join(dataDir, "boardwright.db"))
})

const running: Array<PostgresServer> = []
afterAll(() => Promise.all(running.map((each) => each.remove())))

const postgres = async (): Promise<Beside> => {
  const database = await startPostgres()
  running.push(database)
  return {
    environment: { DATABASE_URL: database.url },
    secrets: { "database password": new URL(database.url).password, "database address": database.url },
    query: async (_, text) => {
      const client = new Client({ connectionString: database.url })
      await client.connect()
      try {
        return (await client.query(text)).rows
      } finally {
        await client.end()
      }
    },
    end: () => database.stop("immediate")
  }
}

/** Lines whose cause is logged with its stack, on purpose and in a field of its own: nobody expected the failure. */
const TOLD_WITH_CAUSE = new Set([
  "unexpected failure",
  "background work failed, will be tried again",
  "expired rate counts were not removed; retrying in a minute"
])

/** What a log of JSON lines tells of the server's insides, but for such causes and for the operator's own folder. */
const insidesOfLog = (log: string, { dataDir }: Standalone): ReadonlyArray<string> =>
  log.split("\n").flatMap((line) => {
    if (line === "") return []
    const { cause = "", ...rest } = JSON.parse(line.replaceAll(dataDir, "DATA_DIR"))
    const leaks = [
      ...insidesIn(JSON.stringify(rest)),
      ...insidesIn(String(cause), TOLD_WITH_CAUSE.has(rest.message) ? [STACK, PATH] : [])
    ]
    return leaks.map((what) => `${what} in ${line}`)
  })

const captchaToken = "human"
const bodyOf = (person: number, fields: object = {}) =>
  JSON.stringify({
    ...{ name: "Ada", email: `ada${person}@example.com`, password: PASSWORDS[person], captchaToken },
    ...fields
  })

describe.each([
  ["SQLite", sqlite, "json"],
  ["SQLite with a pretty log", sqlite, "pretty"],
  ["PostgreSQL", postgres, "json"]
])("on %s", (name, open, format) => {
  it("no secret, token, hash, path, SQL or stack is in any answer or the log, but for the stack of a logged failure", async () => {
    outside.fails = false
    const beside = await open()
    const server = await servers.start(name, {
      ...{
        ...UNLIMITED,
        ...beside.environment,
        LOG_LEVEL: "debug",
        LOG_FORMAT: format,
        JWT_SECRET: JWT,
        SECRETS_KEY: KEY,
        BCRYPT_WORKERS: "1",
        ...SLOW_PASSWORDS
      },
      ...{ CAPTCHA_VERIFY_URL: outside.captchaUrl, CAPTCHA_SECRET: CAPTCHA },
      ...{ SMTP_URL: `smtp://mailer:${SMTP}@127.0.0.1:${outside.mailPort}` }
    })
    const witness = new Witness(server.url)
    const planted: Record<string, string> = { JWT, KEY, SMTP, CAPTCHA, "base64 of SMTP": btoa(SMTP), ...beside.secrets }
    PASSWORDS.forEach((password, at) => (planted[`password ${at}`] = password))

    const mailed = async (person: number): Promise<string> => {
      const find = () => linkIn(outside.mails.findLast((each) => each.includes(`ada${person}@`)) ?? "no mail")
      const link = await vi.waitFor(find, { timeout: 10_000, interval: 20 })
      outside.mails.length = 0
      const { searchParams } = new URL(link)
      const token = searchParams.get("token") ?? searchParams.get("invitation") ?? ""
      planted[`mailed token ${Object.keys(planted).length}`] = token
      return token
    }
    const sessions: Array<string> = []
    for (const person of [0, 1]) {
      expect((await witness.send("POST", "/api/auth/signup", bodyOf(person))).status).toBe(201)
      const token = await mailed(person)
      expect((await witness.send("GET", `/api/auth/verify-email?token=${token}`)).status).toBe(302)
      const answer = await new Witness(server.url).send("POST", "/api/auth/signin", bodyOf(person))
      sessions.push(JSON.parse(answer.body).token)
      planted[`session ${person}`] = sessions[person]!
      planted[`signature ${person}`] = sessions[person]!.split(".")[2]!
    }
    await witness.send("POST", "/api/auth/forgot-password", bodyOf(0))
    const reset = await mailed(0)
    // One that still holds when all is over.
    await witness.send("POST", "/api/auth/forgot-password", bodyOf(1))
    await mailed(1)

    const [token, stranger] = sessions as [string, string]
    const made = async (path: string, fields: object, what: string): Promise<string> =>
      JSON.parse((await witness.send("POST", path, JSON.stringify(fields), token)).body)[what].id
    const workspace = await made("/api/workspaces", { name: "W" }, "workspace")
    const board = await made("/api/boards", { name: "B", workspaceId: workspace }, "board")
    const task = await made("/api/tasks", { name: CONTENT, boardId: board }, "task")
    await made(`/api/boards/${board}/invite`, { email: "ada7@example.com", role: "viewer" }, "invitation")
    await mailed(7)
    const ids: Readonly<Record<string, string>> = { workspaces: workspace, boards: board, tasks: task }

    const drive = async (): Promise<void> => {
      // The sessions are to last.
      const all = OPERATIONS.filter(({ path }) => !path.includes("/signout")).toSorted(
        (a, b) => Number(a.method === "DELETE") - Number(b.method === "DELETE")
      )
      const valid = { workspaceId: workspace, boardId: board, name: "N", type: "text", content: CONTENT, duration: 1 }
      const fields = Object.fromEntries(
        [...Object.keys(valid), "email", "token", "role"].map((key) => [key, WRONG_FIELD])
      )
      for (const { method, name: operation, path } of all) {
        const kind = path.split("/")[2] ?? ""
        const real = path.replace(/01900000-0000-7000-8000-000000000000/, ids[kind] ?? "none")
        // Every password is a hash: a few are enough.
        const sent = operation.includes("/auth/s") ? ["{}"] : ["{}", JSON.stringify(valid), bodyOf(1, valid)]
        const odd = [`{"password":"${PASSWORDS[0]}"`, JSON.stringify({ ...fields, password: 5 })]
        const deletes = method === "DELETE"
        await Promise.all([
          ...[...sent, ...odd].map((body) => witness.send(method, deletes ? path : real, body, token)),
          witness.send(method, real, JSON.stringify(valid), stranger),
          witness.send(method, `${path}?token=${PASSWORDS[0]}&page=${PASSWORDS[1]}`, "[]", `${token}x`),
          witness.send(method, real, "{}")
        ])
      }
      for (const page of ["/signin", "/verify-error", "/forgot-password", "/reset-password", "/nowhere"]) {
        await witness.send("GET", `${page}?token=${token}&error=x`)
      }
    }

    await drive()
    await witness.send("POST", "/api/auth/reset-password", JSON.stringify({ token: reset, password: "short" }))
    for (const text of [
      `GET /${PASSWORDS[0]} HTTP/1.1\r\nAuthorization: Bearer ${token}\r\n\r\n`,
      `${token}\r\n\r\n`,
      `GET / HTTP/1.1\r\nHost: x\r\nX: ${token}\r\nbad header ${PASSWORDS[0]}\r\n\r\n`,
      `GET / HTTP/1.1\r\nHost: x\r\nX: ${token.repeat(200)}\r\n\r\n`,
      `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n${PASSWORDS[0]}`
    ]) {
      await witness.sendRaw(text)
    }

    outside.fails = true
    for (let each = 0; each < 4; each += 1) await witness.send("POST", "/api/auth/signup", bodyOf(0, { name: each }))
    for (let each = 0; each < 4; each += 1) {
      await witness.send("POST", "/api/auth/signup", bodyOf(0, { email: `new${each}@example.com` }))
    }
    await witness.send("POST", "/api/auth/forgot-password", bodyOf(0))
    await server.logged(/mail not sent, will be tried again/)
    const crowd = Array.from({ length: 100 }, async () => {
      const answer = await witness.send("POST", "/api/auth/signin", bodyOf(0, { password: "a wrong one" }))
      return answer.status === 503 ? answer : Promise.reject(new Error(`${answer.status}`))
    })
    await Promise.any(crowd)

    const accounts = await beside.query(server, "select * from boardwright_account")
    accounts.forEach((row, at) => (planted[`hash ${at}`] = String(row["password_hash"])))
    const tokens = await beside.query(server, "select * from boardwright_email_token")
    tokens.forEach((row, at) => (planted[`token's hash ${at}`] = String(row["hash"])))
    expect([accounts.length, tokens.length > 0]).toEqual([2, true])
    for (const row of tokens) expect(String(row["hash"])).toMatch(/^[0-9a-f]{64}$/)

    await beside.query(server, "alter table boardwright_workspace rename to elsewhere")
    await drive()
    await beside.end(server)
    await drive()
    expect([...witness.statuses()]).toEqual(expect.arrayContaining([200, 201, 302, 400, 401, 403, 404, 500, 503]))

    const log = server.stderr() + server.stdout()
    expect(log).toMatch(/"logLevel":"ERROR"|\] ERROR \(/)
    expect(log).toMatch(/GET \/api\/auth\/verify-email 302/)
    const inLog = { ...planted, WRONG_FIELD, CONTENT }
    expect(Object.entries(inLog).flatMap(([what, secret]) => (log.includes(secret) ? [what] : []))).toEqual([])
    expect(format === "json" ? insidesOfLog(log, server) : []).toEqual([])
    expect(witness.leaks(planted)).toEqual([])
    const refusals = witness.seen.filter(({ status }) => status >= 400)
    expect(refusals.filter(({ body }) => body.includes(WRONG_FIELD) || body.includes(CONTENT))).toEqual([])
    await server.stop("SIGKILL")
    print(
      `${name}: ${witness.seen.length} answers and ${log.length} bytes of log hold none of ${Object.keys(planted).length} secrets`
    )
  })
})
