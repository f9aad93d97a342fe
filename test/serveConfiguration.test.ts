import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { type Child, runCommand } from "./support/childServer.js"
import { get, mailFiles, post, signUp, standaloneServers } from "./support/standalone.js"

const servers = standaloneServers()
const { directory } = servers

/** Runs the command to its end. */
const run = async (
  parameters: ReadonlyArray<string>,
  environment: Readonly<Record<string, string>> = {}
): Promise<Child & { readonly code: number | string }> => {
  const child = runCommand(parameters, environment, directory)
  return { ...child, code: await child.ended }
}

/** The one line that a refused start leaves behind. */
const refusalOf = async (environment: Readonly<Record<string, string>>, expectedCode: number): Promise<string> => {
  const { code, stderr, stdout } = await run(["serve"], { PORT: "0", LOG_FORMAT: "pretty", ...environment })
  expect(stdout()).toBe("")
  expect(stderr()).toMatch(/^boardwright: [^\n]+\n$/)
  expect(code).toBe(expectedCode)
  return stderr()
}

describe("a wrong setting ends the start with one line and exit code 78", () => {
  it.each([
    ["MAIL_FROM", "Boards", "MAIL_FROM: must be someone@example.com or Some One <someone@example.com>"],
    ["JWT_SECRET", "hunter2", "JWT_SECRET: must be one or several secrets of at least 32 bytes, separated by commas"],
    ["SMTP_URL", "smtp://boards:hunter2/@mail.example.com", "SMTP_URL: must be smtp://USER:PASSWORD@HOST:PORT"],
    ["SECRETS_KEY", "hunter2", "SECRETS_KEY: must be one or several keys of 32 bytes in hex or base64"],
    ["WEBHOOK_ALLOWED_HOSTS", "http://hunter2", "WEBHOOK_ALLOWED_HOSTS: must be names, addresses or ranges such as"],
    ["CAPTCHA_SECRET", "hunter2", "CAPTCHA_SECRET: goes with CAPTCHA_VERIFY_URL, set both or neither"]
  ])("that of %s", async (name, value, rule) => {
    const line = await refusalOf({ DATA_DIR: "untouched", [name]: value }, 78)
    expect(line).toContain(`boardwright: ${rule}`)
    expect(line).not.toContain("hunter2")
    expect(existsSync(join(directory, "untouched"))).toBe(false)
  })

  it("and that of a DATA_DIR that cannot be a folder", async () => {
    const file = join(directory, "file")
    writeFileSync(file, "")
    expect(await refusalOf({ DATA_DIR: join(file, "data") }, 78)).toContain("DATA_DIR: ")
    expect(await refusalOf({ DATA_DIR: file }, 78)).toContain(`DATA_DIR: ${file} could not be created (EEXIST)`)
  })

  it.each([
    ["jwt-secret", "a secret of at least 32 bytes"],
    ["secrets-key", "a key of 32 bytes in hex or base64"]
  ])("and a kept %s that was cut short", async (file, rule) => {
    const dataDir = join(directory, `cut-${file}`)
    mkdirSync(dataDir)
    writeFileSync(join(dataDir, file), "hunter2\n", { mode: 0o600 })
    const line = await refusalOf({ DATA_DIR: dataDir }, 78)
    expect(line).toContain(`${join(dataDir, file)} must hold ${rule}`)
    expect(line).not.toContain("hunter2")
  })
})

describe("what cannot be used ends the start with one line and exit code 69", () => {
  it("a port in use", async () => {
    const other = createServer()
    const port = await new Promise<number>((resolve) => {
      other.listen(0, "127.0.0.1", () => {
        const address = other.address()
        resolve(typeof address === "object" && address !== null ? address.port : 0)
      })
    })
    try {
      expect(await refusalOf({ PORT: String(port), DATA_DIR: "no-port" }, 69)).toBe(
        `boardwright: cannot listen on 127.0.0.1:${port}: the port is in use\n`
      )
    } finally {
      other.close()
    }
  })

  it("a database file that is damaged, which is left as it is", async () => {
    const dataDir = join(directory, "damaged")
    const file = join(dataDir, "boardwright.db")
    mkdirSync(dataDir)
    writeFileSync(file, "no database, and long enough to be looked at\n".repeat(200))
    const before = readFileSync(file)
    expect(await refusalOf({ DATA_DIR: dataDir }, 69)).toContain(`${file} is damaged or is no SQLite database`)
    expect(readFileSync(file).equals(before)).toBe(true)
  })

  it("a database file in a folder that is not there", async () => {
    const file = join(directory, "absent", "boards.db")
    expect(await refusalOf({ DATABASE_URL: `sqlite:${file}`, DATA_DIR: "absent-database" }, 69)).toContain(
      `${file} cannot be opened: its folder is missing`
    )
  })

  it("a data folder and a database file that another server has, which goes on serving", async () => {
    const file = join(directory, "shared.db")
    const first = await servers.start("first", { DATABASE_URL: `sqlite:${file}` })
    expect(await refusalOf({ DATA_DIR: join(directory, "second"), DATABASE_URL: `sqlite:${file}` }, 69)).toBe(
      `boardwright: ${file} is in use by another server\n`
    )
    expect(existsSync(join(first.dataDir, "boardwright.db"))).toBe(false)
    expect(await get(first, "/api/health")).toMatchObject({ status: 200, body: { status: "ok" } })
    expect(await first.stop()).toBe(0)
    const second = await servers.start("second", { DATABASE_URL: `sqlite:${file}` })
    expect(await second.stop()).toBe(0)
  })
})

describe("settings in files", () => {
  it("also say how a failed start is reported", async () => {
    const files = { LOG_FORMAT_FILE: join(directory, "format"), LOG_LEVEL_FILE: join(directory, "level") }
    writeFileSync(files.LOG_FORMAT_FILE, "pretty\n")
    writeFileSync(files.LOG_LEVEL_FILE, "debug\n")
    const { code, stderr } = await run(["serve"], { PORT: "none", DATA_DIR: "untouched", ...files })
    expect(code).toBe(78)
    expect(stderr()).toMatch(/^boardwright: PORT: must be a whole number from 0 to 65535\n.*\n +at /)
  })

  it("configure the server like variables, beside empty ones", async () => {
    const from = join(directory, "from")
    writeFileSync(from, "Garden <garden@example.com>\n")
    const server = await servers.start("by-files", { MAIL_FROM_FILE: from, MAIL_FROM: "", SMTP_URL: "", HOST: "" })
    await signUp(server, "fay")
    await expect.poll(() => mailFiles(server)).toHaveLength(1)
    expect(readFileSync(mailFiles(server)[0] ?? "", "utf8")).toContain("From: Garden <garden@example.com>")
    expect(await server.stop()).toBe(0)
  })
})

it("PASSWORD_DENYLIST=on refuses one of the most used passwords, and takes another", async () => {
  const server = await servers.start("denylist", { PASSWORD_DENYLIST: "on" })
  const signUpWith = (password: string) =>
    post(server, "/api/auth/signup", { email: "ida@example.com", name: "Ida", password })
  expect(await signUpWith("password1")).toMatchObject({ status: 400, body: { details: [{ path: ["password"] }] } })
  expect(await signUpWith("nine violet harbours")).toMatchObject({ status: 201 })
  expect(await server.stop()).toBe(0)
})

it.each([{}, { LOG_FORMAT: "json" }])("a failed start is a line of JSON where the log is JSON: %j", async (format) => {
  const { code, stderr } = await run(["serve"], { PORT: "none", DATA_DIR: "untouched", ...format })
  expect(code).toBe(78)
  expect(JSON.parse(stderr())).toEqual({
    message: "PORT: must be a whole number from 0 to 65535",
    logLevel: "FATAL",
    timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
    annotations: { exitCode: 78 },
    spans: {}
  })
})
