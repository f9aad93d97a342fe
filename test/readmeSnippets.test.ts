import { execFile, spawn } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"

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

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address()
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0))
    })
  })

const answers = (url: string): Promise<unknown> =>
  vi.waitFor(async () => (await fetch(url)).json(), { timeout: 20_000, interval: 50 })

const HEALTHY = { status: "ok" }

describe('"Pick your way in"', () => {
  // What someone has who installed the packages into an empty folder.
  beforeAll(async () => {
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"))
    mkdirSync(join(folder, "src"))
    for (const name of SNIPPETS) writeFileSync(join(folder, "src", `${name}.ts`), snippet("ts", name))
    const compilerOptions = {
      target: "ES2023",
      module: "NodeNext",
      strict: true,
      skipLibCheck: true,
      types: ["node"],
      rootDir: "src",
      outDir: "out"
    }
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["src"] }))
    writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }))
    await run(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "--project", folder])
  })

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
