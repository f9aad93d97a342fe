import { execFile, spawn } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { blocksOf, documents, printed } from "./support/docBlocks.js"
import { compileSnippets } from "./support/compileSnippets.js"
import { freePort } from "./support/freePort.js"

const run = promisify(execFile)

const snippets = documents.flatMap(blocksOf).filter(({ language }) => language === "ts")
const fileOf = ({ document, name }: (typeof snippets)[number]) => `${document.replaceAll(/\W/g, "-")}-${name}`
const used = (use: string) =>
  snippets.filter((snippet) => snippet.use === use).map((each) => [fileOf(each), each] as const)

const folder = mkdtempSync(join(tmpdir(), "boardwright-docs-"))
afterAll(() => rmSync(folder, { recursive: true }))

const env = { PATH: process.env["PATH"], JWT_SECRET: "a secret of at least thirty-two bytes" }

describe("the TypeScript of the documents", () => {
  beforeAll(() =>
    compileSnippets(
      folder,
      snippets.map((each) => [fileOf(each), each.code] as const)
    )
  )

  it("says what is done with it, and has a name of its own", () => {
    expect(snippets.map(({ use }) => use).filter((use) => !["run", "serve", "compile"].includes(use))).toEqual([])
    expect(new Set(snippets.map(fileOf)).size).toBe(snippets.length)
    expect(snippets.length).toBeGreaterThan(5)
  })

  it.each(used("run"))("%s runs and prints what stands below it", async (file, { document, name }) => {
    const { stderr, stdout } = await run(process.execPath, [join(folder, "out", `${file}.js`)], { cwd: folder, env })
    expect([stdout, stderr]).toEqual([printed(document, name) ?? "", ""])
  })

  it.each(used("serve"))("%s serves the API under its path until it is stopped", async (file) => {
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
