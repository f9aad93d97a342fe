import { execFile, spawn } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { blocksOf, documents, printed, ROOT } from "./support/docBlocks.js"
import { freePort } from "./deploy/freePort.js"

const run = promisify(execFile)

const snippets = documents.flatMap(blocksOf).filter(({ language }) => language === "ts")
const fileOf = ({ document, name }: (typeof snippets)[number]) => `${document.replaceAll(/\W/g, "-")}-${name}`
const used = (use: string) =>
  snippets.filter((snippet) => snippet.use === use).map((each) => [fileOf(each), each] as const)

const folder = mkdtempSync(join(tmpdir(), "boardwright-docs-"))
afterAll(() => rmSync(folder, { recursive: true }))

const env = { PATH: process.env["PATH"], JWT_SECRET: "a secret of at least thirty-two bytes" }

describe("the TypeScript of the documents", () => {
  // What someone has who installed the packages into an empty folder.
  beforeAll(async () => {
    symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"))
    mkdirSync(join(folder, "src"))
    for (const snippet of snippets) writeFileSync(join(folder, "src", `${fileOf(snippet)}.ts`), snippet.code)
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
    await run(process.execPath, [join(ROOT, "node_modules/typescript/bin/tsc"), "--project", folder])
  })

  it("says what is done with it, and has a name of its own", () => {
    expect(snippets.map(({ use }) => use).filter((use) => !["run", "serve", "compile"].includes(use))).toEqual([])
    expect(new Set(snippets.map(fileOf)).size).toBe(snippets.length)
    expect(snippets.length).toBeGreaterThan(5)
  })

  it.each(used("run"))("%s runs and prints what stands below it", async (file, { document, name }) => {
    const { stderr, stdout } = await run(process.execPath, [join(folder, "out", `${file}.js`)], { cwd: folder, env })
    expect([stdout, stderr]).toEqual([printed(document, name) ?? "", ""])
  })

  it.each(used("serve"))("%s serves the API under its path until it is told to end", async (file) => {
    const port = await freePort()
    const script = join(folder, "out", `${file}.js`)
    writeFileSync(script, readFileSync(script, "utf8").replaceAll("8080", String(port)))
    const app = spawn(process.execPath, [script], { cwd: folder, env, stdio: ["ignore", "ignore", "inherit"] })
    const ended = new Promise((resolve) => app.once("close", resolve))
    const health = () => fetch(`http://localhost:${port}/work/api/health`)
    const answer = await vi.waitFor(health, { timeout: 20_000, interval: 50 })
    expect([answer.status, await answer.json()]).toEqual([200, { status: "ok" }])
    app.kill("SIGTERM")
    expect(await ended).toBe(0)
  })
})
