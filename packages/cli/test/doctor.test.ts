import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { createServer, type Server } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { steps } from "@boardwright/sql"
import { openSqlite } from "@boardwright/sqlite/driver"
import { Effect } from "effect"
import { SMTPServer, type SMTPServerOptions } from "smtp-server"
import { describe, expect, it, onTestFinished, vi } from "vitest"
import { runCommand } from "../../../test/support/childServer.js"
import { freePort } from "../../../test/support/freePort.js"
import { settingsInForce } from "../src/doctor/configuration.js"
import { checkModes } from "../src/doctor/files.js"
import { readSettings, themes, VARIABLES } from "../src/settings.js"
import { examine } from "./examine.js"
import { DATABASES, places } from "./userRuns.js"

vi.setConfig({ testTimeout: 60_000 })

const place = places()

const migrate = async (database?: () => Promise<Record<string, string>>) => {
  const at = await place(database)
  expect((await at.run(["migrate", "up"])).code).toBe(0)
  return at
}
let template: ReturnType<typeof migrate> | undefined

/** A place with a database that nobody has used: a copy of a folder that is made once. */
const migrated = async () => {
  const { environment } = await (template ??= migrate())
  const at = await place()
  const dataDir = at.environment["DATA_DIR"] ?? ""
  cpSync(environment["DATA_DIR"] ?? "", dataDir, { recursive: true })
  const file = join(dataDir, "boardwright.db")
  const change = (text: string) => {
    const db = openSqlite(file)
    db.exec(text)
    db.close()
  }
  return { ...at, change, dataDir, file }
}

const portOf = (server: Server): number => {
  const address = server.address()
  return typeof address === "object" && address !== null ? address.port : 0
}

const mailServer = (options: SMTPServerOptions) => {
  const server = new SMTPServer({ authOptional: true, ...options })
  server.on("error", () => undefined)
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return new Promise<number>((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve(portOf(server.server)))
  })
}

describe("doctor", () => {
  it("finds nothing wrong with a running server, and leaves nothing behind", async () => {
    const at = await place()
    const server = await at.start()
    expect((await at.run(["backup", join(server.dataDir, "backups")])).code).toBe(0)
    const before = readdirSync(server.dataDir).toSorted()
    const { code, findings, of } = await examine(at)
    expect([code, findings.filter(({ status }) => status !== "ok").map(({ check }) => check)]).toEqual([
      0,
      ["mail server"]
    ])
    expect(of("clock")?.finding).toMatch(/^is compared with nothing/)
    expect(of("SQLite")?.finding).toMatch(/^3\.\d+\.\d+, writable, /)
    expect(of("file")?.finding).toMatch(/boardwright\.db is whole$/)
    expect(of("last backup")?.finding).toMatch(/^boardwright-.*\.db, .* KiB, \d min ago$/)
    expect(of("disk")?.finding).toMatch(/^[\d.]+ .iB free for \//)
    expect(["mails", "webhook deliveries"].map((queue) => of(queue)?.finding)).toEqual([
      "none is waiting",
      "none is waiting"
    ])
    expect(readdirSync(server.dataDir).toSorted()).toEqual(before)
    server.process.kill("SIGTERM")
    expect(await server.ended).toBe(0)
  })

  it("creates no database", async () => {
    const at = await place()
    const { code, of } = await examine(at)
    expect([code, of("database")?.status]).toEqual([0, "warning"])
    expect((await examine(at)).of("database")?.finding).toMatch(/boardwright\.db does not exist$/)
  })

  it("says whether notification mails are sent, and what they lack", async () => {
    const at = await migrated()
    const mails = async (more: Readonly<Record<string, string>>) => {
      const found = (await examine(at, more)).of("notification mails")
      return [found?.status, found?.finding, found?.advice]
    }
    expect(await mails({})).toEqual(["ok", "are off: nobody gets mails about tasks and sign-ins", null])
    expect(await mails({ NOTIFICATION_MAILS: "on" })).toEqual([
      "warning",
      "are on, but they are written to files",
      "set SMTP_URL and BASE_URL"
    ])
    const smtp = { NOTIFICATION_MAILS: "on", SMTP_URL: `smtp://127.0.0.1:${await mailServer({})}` }
    expect((await mails(smtp))[2]).toBe("set BASE_URL")
    expect((await mails({ ...smtp, BASE_URL: "https://boards.example.com" }))[0]).toBe("ok")
  })

  it("warns of a BASE_URL with a path, as a server does once at its start", async () => {
    const BASE_URL = "https://boards.example.com/work"
    const at = await migrated()
    const { code, findings } = await examine(at, { BASE_URL })
    expect([code, findings.filter(({ check, status }) => check === "BASE_URL" && status === "warning")]).toEqual([
      0,
      [expect.objectContaining({ finding: "has the path /work, but pages and redirects are at the root of the host" })]
    ])
    const server = runCommand(["serve"], { ...at.environment, BASE_URL, PORT: "0" })
    await server.logged(/Boardwright listens/)
    server.process.kill("SIGTERM")
    expect(await server.ended).toBe(0)
    expect(
      server.stderr().match(/BASE_URL has the path \/work, but pages and redirects are at the root of the host/g)
    ).toHaveLength(1)
  })

  it("says where each value is from, and no secret", async () => {
    const at = await migrated()
    const level = join(at.dataDir, "level")
    writeFileSync(level, "warning\n", { mode: 0o600 })
    const secret = "not to be seen by anybody at all"
    const { of, stdout } = await examine(at, { JWT_SECRET: secret, PORT: "8080", LOG_LEVEL_FILE: level })
    expect(["PORT", "HOST", "LOG_LEVEL", "JWT_SECRET"].map((name) => of(name)?.finding)).toEqual([
      "8080 (environment)",
      "127.0.0.1 (default)",
      `warning (file ${level})`,
      "****** (environment)"
    ])
    expect(stdout).not.toContain(secret)
  })

  it("reports a variable that is misspelt, as a server does once at its start, and no other", async () => {
    const misspelt = {
      DATABSE_URL: "postgres://db.example.com/boards",
      HOME: "/root",
      POSTGRES_URL: "x",
      JWT_SECRT_FILE: "x"
    }
    const at = await migrated()
    const { code, findings } = await examine(at, misspelt)
    expect([
      code,
      findings.filter(({ finding }) => finding.includes("has no effect")).map(({ check }) => check)
    ]).toEqual([0, ["DATABSE_URL", "JWT_SECRT_FILE"]])
    const server = runCommand(["serve"], { ...at.environment, ...misspelt, PORT: "0" })
    await server.logged(/did you mean JWT_SECRET_FILE\?/)
    expect(
      server.stderr().match(/DATABSE_URL is not a variable of Boardwright .* did you mean DATABASE_URL\?/g)
    ).toHaveLength(1)
    server.process.kill("SIGTERM")
    expect(await server.ended).toBe(0)
  })

  it("reports a configuration that cannot be read", async () => {
    const { code, of, stderr } = await examine(await place(), { PORT: "eighty" })
    expect([code, stderr]).toEqual([1, "boardwright: errors found: 1\n"])
    expect(of("configuration")?.finding).toContain("PORT: must be a whole number")
  })

  it("reports a file that is no database, and leaves it as it is", async () => {
    const at = await place()
    const dataDir = at.environment["DATA_DIR"] ?? ""
    mkdirSync(dataDir)
    const text = "no database, and long enough to be looked at\n".repeat(200)
    writeFileSync(join(dataDir, "boardwright.db"), text, { mode: 0o600 })
    const { code, of } = await examine(at)
    expect([code, of("database")]).toMatchObject([
      1,
      { status: "error", finding: expect.stringContaining("is damaged") }
    ])
    expect(readFileSync(join(dataDir, "boardwright.db"), "utf8")).toBe(text)
  })

  it("reports damage that only reading the whole file finds", async () => {
    const { change, file, ...at } = await migrated()
    change("create table filler (bytes blob); insert into filler values (zeroblob(100000))")
    const db = openSqlite(file)
    const root = Number(db.prepare("select rootpage from sqlite_master where name = 'filler'").pluck().get())
    db.close()
    const bytes = readFileSync(file)
    writeFileSync(file, bytes.fill(0x5a, (root - 1) * 4096, root * 4096))
    const { code, of } = await examine(at)
    expect([code, of("file")]).toMatchObject([1, { status: "error", advice: expect.stringContaining("restore") }])
  })

  it("reports a schema that is older or newer, and does not change it", async () => {
    const at = await migrated()
    const applied = 14
    const finding = `${Object.keys(steps).length - applied} migrations are pending`
    at.change(`delete from boardwright_migrations where migration_id > ${applied}; drop table boardwright_state`)
    at.change("alter table boardwright_mail_job drop column subject_id")
    for (let time = 0; time < 2; time++)
      expect((await examine(at)).of("schema")).toMatchObject({ status: "warning", finding })
    at.change("insert into boardwright_migrations (migration_id, name) values (99, 'future')")
    const newer = await examine(at)
    expect(newer.code).toBe(1)
    // The file is not damaged: no advice to replace it by a backup.
    expect(newer.of("file")).toBeUndefined()
  })

  it("reports mails that wait for long, a hold, an old backup, a clock that is late, and files that others can read", async () => {
    const { change, file, ...at } = await migrated()
    const old = "2020-01-01T00:00:00.000Z"
    change(`insert into boardwright_state values ('last-backup', '{"name":"old.db","bytes":1024}', '${old}')`)
    expect(
      (
        await at.run(
          ["user", "create", "--email", "ada@example.com", "--name", "Ada", "--password-stdin"],
          "correct horse\n"
        )
      ).code
    ).toBe(0)
    change(`update boardwright_mail_job set created_at = '${old}'`)
    change(`insert into boardwright_state values ('hold', 'true', '${old}')`)
    const ahead = new Date(Date.now() + 3_600_000).toISOString()
    change(
      `insert into boardwright_change (at, type, workspace_id, subject_id, fields) values ('${ahead}', 'x', 'w', 's', '{}')`
    )
    chmodSync(file, 0o644)
    const { code, of } = await examine({ environment: at.environment })
    expect(code).toBe(0)
    expect(of("mails")).toMatchObject({
      status: "warning",
      finding: expect.stringMatching(/^1 are waiting, the oldest for \d+ days$/)
    })
    expect(of("hold")).toMatchObject({ status: "warning", finding: expect.stringContaining("mails") })
    expect(of("clock")).toMatchObject({
      status: "warning",
      finding: expect.stringMatching(/^is (?:3600|35\d\d) s behind the last change$/)
    })
    expect(of("last backup")).toMatchObject({
      status: "warning",
      finding: expect.stringMatching(/^old\.db, 1 KiB, \d+ days ago$/)
    })
    expect(of("file modes")).toMatchObject({ status: "warning", advice: `run chmod go= ${file}` })
  })
})

const secrets = themes.flatMap(({ variables }) => variables).filter(({ isSecret }) => isSecret)

it.skipIf(process.platform === "win32").each(secrets)(
  "doctor finds a file of $name that others can read",
  ({ name }) => {
    const dataDir = mkdtempSync(join(tmpdir(), "boardwright-doctor-"))
    onTestFinished(() => rmSync(dataDir, { recursive: true }))
    const file = join(dataDir, "secret")
    writeFileSync(file, "secret")
    chmodSync(file, 0o644)
    const settings = Effect.runSync(readSettings({ DATA_DIR: dataDir }))
    expect(checkModes(settings, { [`${name}_FILE`]: file })).toMatchObject([
      { status: "warning", advice: `run chmod go= ${file}` }
    ])
  }
)

it("doctor finds that PostgreSQL needs secrets which SQLite has by itself", () => {
  const of = (environment: Record<string, string>) => {
    const settings = Effect.runSync(readSettings({ DATA_DIR: "/nowhere", ...environment }))
    const found = settingsInForce(environment, settings)
    return ["JWT_SECRET", "SECRETS_KEY"].map((name) => found.find(({ check }) => check === name)?.status)
  }
  const DATABASE_URL = "postgres://127.0.0.1/boards"
  expect(of({})).toEqual(["ok", "ok"])
  expect(of({ DATABASE_URL })).toEqual(["error", "warning"])
  expect(of({ DATABASE_URL, JWT_SECRET: "x".repeat(32), SECRETS_KEY: "0".repeat(64) })).toEqual(["ok", "ok"])
})

it("doctor reads no variable that the server does not read", () => {
  const found = settingsInForce({ BOARDWRIGHT_TOKEN_FILE: "/nowhere/token" }, { database: null })
  expect(found.map(({ check }) => check)).toEqual(VARIABLES)
})

it.each([
  ["a file", (path: string) => writeFileSync(path, "")],
  ["a link to nothing", (path: string) => symlinkSync("/absent/disk", path)]
])("doctor finds that the folder of the data is %s", async (_, make) => {
  const at = await place()
  const path = `${at.environment["DATA_DIR"]}.unusable`
  make(path)
  for (const dataDir of [path, join(path, "data")]) {
    const { code, of } = await examine(at, { DATA_DIR: dataDir })
    expect([code, of("folder")]).toEqual([
      1,
      {
        status: "error",
        check: "folder",
        finding: `${path} is not a folder`,
        advice: "correct DATA_DIR or DATABASE_URL"
      }
    ])
  }
})

it.skipIf(process.platform !== "linux")(
  "a folder in which nothing can be made is refused, and not tried for ever",
  async () => {
    const at = await place()
    const inProc = { ...at.environment, DATA_DIR: "/proc/boardwright/data" }
    const child = runCommand(["migrate", "up"], inProc)
    expect(await child.ended).toBe(78)
    expect(child.stderr()).toMatch(/DATA_DIR: \/proc\/boardwright\/data could not be created \(ENOENT\)/)
  }
)

describe("doctor with PostgreSQL", () => {
  const postgres = DATABASES[1][1]

  it("reports settings that can lose data, and a pool that is too large", async () => {
    const at = await migrate(postgres)
    const { code, findings, of } = await examine(at, { DATABASE_POOL_SIZE: "1000" })
    // The tests' server does not sync.
    expect([code, findings.filter(({ status }) => status === "error").map(({ check }) => check)]).toMatchObject([
      1,
      expect.arrayContaining(["fsync", "connections"])
    ])
    expect(of("PostgreSQL")?.finding).toMatch(/^\d+.*, writable$/)
    expect(
      ["wal_level", "time zone", "clock", "synchronous_commit", "changes without a position"].map(
        (each) => of(each)?.finding
      )
    ).not.toContain(undefined)
  })

  it("reports one that cannot be reached, without the password", async () => {
    const at = await place(async () => ({ DATABASE_URL: `postgres://ada:hidden@127.0.0.1:${await freePort()}/boards` }))
    const { code, of, stdout } = await examine(at)
    expect([code, of("database")]).toMatchObject([
      1,
      { status: "error", finding: expect.stringContaining("cannot be reached") }
    ])
    expect(stdout).not.toContain("hidden")
  })
})

describe("doctor with a mail server", () => {
  it.each([
    ["smtps", { secure: true }],
    ["smtp", {}]
  ] as const)("reports a certificate that is not trusted: %s", async (protocol, options) => {
    const port = await mailServer(options)
    const at = await migrated()
    const url = `${protocol}://127.0.0.1:${port}`
    const strict = await examine(at, { SMTP_URL: url })
    expect([strict.code, strict.of("mail server")?.status, strict.of("mail certificate")?.status]).toEqual([
      1,
      "error",
      "error"
    ])
    const lax = await examine(at, { SMTP_URL: `${url}?tls.rejectUnauthorized=false` })
    expect([lax.of("mail server"), lax.of("mail certificate")?.status]).toMatchObject([
      { status: "ok", finding: `127.0.0.1:${port} accepts us` },
      expect.stringMatching(/warning|error/)
    ])
  })

  it("reports one without TLS, and a password that it rejects", async () => {
    const port = await mailServer({
      disabledCommands: ["STARTTLS"],
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) => done(new Error("wrong"))
    })
    const { code, of, stdout } = await examine(await migrated(), { SMTP_URL: `smtp://ada:hidden@127.0.0.1:${port}` })
    expect([code, of("mail server")?.status]).toEqual([1, "error"])
    expect(of("mail certificate")).toMatchObject({ status: "warning", finding: expect.stringContaining("no TLS") })
    expect(stdout).not.toContain("hidden")
  })

  it("ends when the server is silent", async () => {
    const silent = createServer(() => undefined)
    onTestFinished(() => void silent.close())
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve))
    const { code, of } = await examine(await migrated(), { SMTP_URL: `smtp://127.0.0.1:${portOf(silent)}` })
    expect([code, of("mail server")?.status]).toEqual([1, "error"])
  })
})
