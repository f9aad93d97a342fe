import { mkdirSync, realpathSync } from "node:fs"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { type Child, runCommand } from "./support/childServer.js"
import { get, mailedLink, post, standaloneServers } from "./support/standalone.js"
import { freePort } from "./support/freePort.js"

const servers = standaloneServers()
const directory = realpathSync(servers.directory)
const children: Array<Child> = []
afterAll(() => Promise.all(children.map(({ ended, process }) => (process.kill("SIGKILL"), ended))))

/** The command in its own empty folder, with nothing set but what is given. */
const run = (name: string, environment: Readonly<Record<string, string>>): Child & { readonly cwd: string } => {
  const cwd = join(directory, name)
  mkdirSync(cwd)
  const child = runCommand(["serve"], environment, cwd)
  children.push(child)
  return { ...child, cwd }
}

const messages = ({ stderr }: Child): ReadonlyArray<unknown> =>
  stderr()
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line).message)

describe("the first lines", () => {
  it("say as JSON where the server listens, where its data is and where mails go", async () => {
    const child = run("plain", { PORT: "0" })
    await child.logged(/mails go/)
    expect(messages(child)).toEqual([
      expect.stringMatching(/^Boardwright listens on http:\/\/127\.0\.0\.1:[1-9]\d*$/),
      `data is in ${child.cwd}/data/boardwright.db`,
      `mails go to files in ${child.cwd}/data/outbox`
    ])
    expect(child.stdout()).toBe("")
    child.process.kill("SIGTERM")
    expect(await child.ended).toBe(0)
  })

  it("name the mail server and the database file, and neither user nor password", async () => {
    const server = await servers.start("named", {
      SMTP_URL: "smtp://boards:hunter2@mail.example.com:2525",
      DATABASE_URL: `sqlite:${join(directory, "boards.db")}`
    })
    expect(messages(server).slice(1)).toEqual([
      `data is in ${join(directory, "boards.db")}`,
      "mails go to mail.example.com:2525"
    ])
    expect(server.stderr()).not.toMatch(/hunter2|boards:/)
    expect(await server.stop()).toBe(0)
  })

  it("warn, on a wildcard address without BASE_URL, that links in mails lead to localhost, and they do", async () => {
    const server = await servers.start("wildcard", { HOST: "0.0.0.0", LOG_FORMAT: "pretty" })
    const port = new URL(server.url).port
    await server.logged(/WARN.*BASE_URL is not set: links in mails lead to http:\/\/localhost:\d+/)
    expect(server.stderr()).toContain(`http://localhost:${port}`)
    expect(server.stderr()).not.toContain('"message"')
    await post(server, "/api/auth/signup", { name: "Wil", email: "wil@example.com", password: "password of wil" })
    expect(await mailedLink(server, "wil@example.com")).toMatch(
      new RegExp(`^http://localhost:${port}/api/auth/verify-email\\?token=`)
    )
    expect(await server.stop()).toBe(0)
  })

  it("hold no warning when BASE_URL is set, and LOG_LEVEL=warning leaves nothing to say", async () => {
    const port = await freePort()
    const child = run("quiet", {
      PORT: String(port),
      HOST: "::",
      BASE_URL: "https://boards.example.com",
      LOG_LEVEL: "warning"
    })
    const server = { url: `http://127.0.0.1:${port}` }
    await expect.poll(() => get(server, "/api/health").catch(() => null)).not.toBeNull()
    child.process.kill("SIGTERM")
    expect(await child.ended).toBe(0)
    expect([child.stdout(), child.stderr()]).toEqual(["", ""])
  })

  it("are left out with LOG_LEVEL=none, and so is everything else", async () => {
    const port = await freePort()
    const child = run("none", { PORT: String(port), HOST: "0.0.0.0", LOG_LEVEL: "none", LOG_FORMAT: "pretty" })
    const server = { url: `http://127.0.0.1:${port}` }
    await expect.poll(() => get(server, "/api/health").catch(() => null)).not.toBeNull()
    await post(server, "/api/auth/signup", { name: "Non", email: "non@example.com", password: "password of non" })
    await mailedLink({ dataDir: join(child.cwd, "data") }, "non@example.com")
    child.process.kill("SIGTERM")
    expect(await child.ended).toBe(0)
    expect([child.stdout(), child.stderr()]).toEqual(["", ""])
  })
})
