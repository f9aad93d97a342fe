import { execFile, spawn } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { compileSnippets } from "./support/compileSnippets.js"
import { freePort } from "./support/freePort.js"

const run = promisify(execFile)
const root = new URL("..", import.meta.url).pathname
const readme = readFileSync(join(root, "README.md"), "utf8")

const snippet = (language: string, name: string): string => {
  const found = readme.split(`\n\`\`\`${language} ${name}\n`)[1]?.split("\n```")[0]
  if (found === undefined) throw new Error(`the README has no snippet "${language} ${name}"`)
  return found
}

const SNIPPETS = ["promises", "effect", "testing"] as const

const folder = mkdtempSync(join(tmpdir(), "boardwright-readme-"))
afterAll(() => rmSync(folder, { recursive: true }))

const answers = (url: string): Promise<unknown> =>
  vi.waitFor(async () => (await fetch(url)).json(), { timeout: 20_000, interval: 50 })

const HEALTHY = { status: "ok" }

describe('"Pick your way in"', () => {
  beforeAll(() =>
    compileSnippets(
      folder,
      SNIPPETS.map((name) => [name, snippet("ts", name)] as const)
    )
  )

  const outOf = (name: (typeof SNIPPETS)[number]) => run(process.execPath, [`out/${name}.js`], { cwd: folder })

  it("promises", async () => {
    const port = await freePort()
    const file = join(folder, "out", "promises.js")
    writeFileSync(file, readFileSync(file, "utf8").replace("8080", String(port)))
    const env = { ...process.env, JWT_SECRET: "a secret of at least thirty-two bytes" }
    const app = spawn(process.execPath, [file], { cwd: folder, env, stdio: ["ignore", "pipe", "inherit"] })
    let output = ""
    app.stdout.setEncoding("utf8").on("data", (text: string) => (output += text))
    const ended = new Promise((resolve) => app.once("close", resolve))
    expect(await answers(`http://localhost:${port}/api/health`)).toEqual(HEALTHY)
    app.kill("SIGTERM")
    expect([await ended, output]).toEqual([0, "Sow peas pending\n"])
  })

  it("Effect layers", async () => {
    expect(await outOf("effect")).toEqual({ stdout: "Garden #6366F1\n", stderr: "" })
  })

  it("tests with fakes", async () => {
    const { stdout } = await outOf("testing")
    expect(stdout).toMatch(/the link to verify an address is good for a day/)
    expect(stdout).toMatch(/# pass 1\n|ℹ pass 1\n/)
  })

  it("a server", async () => {
    const port = await freePort()
    const command = snippet("sh", "server").replace("8080", String(port)).replace("./work-data", join(folder, "data"))
    // Vitest has a BASE_URL of its own.
    const env = { PATH: process.env["PATH"], HOME: process.env["HOME"] }
    const server = spawn("bash", ["--norc", "-c", command], { cwd: root, env, detached: true, stdio: "ignore" })
    const ended = new Promise((resolve) => server.once("close", resolve))
    expect(await answers(`http://localhost:${port}/api/health`)).toEqual(HEALTHY)
    process.kill(-Number(server.pid), "SIGTERM")
    await ended
  })
})
