import { execFile, spawn } from "node:child_process"
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { afterAll, describe, expect, it, vi } from "vitest"
import { runCommand, temporaryDirectory } from "./support/childServer.js"
import { blocksOf, type DocBlock, documents, printed, ROOT } from "./support/docBlocks.js"
import { freePort } from "./support/freePort.js"
import { newEmptyDatabase } from "./support/postgres/databases.js"

// Several commands are started in each test, on a machine that has more to do.
vi.setConfig({ testTimeout: 60_000 })

const undo: Array<() => unknown> = []
afterAll(async () => {
  for (const each of undo) await each()
})

/** Whose commands are run by tests of their own, block by block. */
const OTHERS = new Set(["docs/production.md"])

const blocks = documents
  .filter((document) => !OTHERS.has(document))
  .flatMap(blocksOf)
  .filter(({ language }) => language === "sh")
const titleOf = ({ code, document, name }: DocBlock) => `${document} ${name || code.trim().split("\n")[0]}`

/** Those of a use, blocks of one name as one. */
const used = (use: string) => {
  const scripts = new Map<string, DocBlock>()
  for (const block of blocks.filter((each) => each.use === use)) {
    const before = scripts.get(titleOf(block))
    scripts.set(titleOf(block), before === undefined ? block : { ...before, code: `${before.code}\n${block.code}` })
  }
  return [...scripts]
}

/** A folder with Boardwright installed and data in it, and the variables to run commands with. */
const place = async () => {
  const cwd = temporaryDirectory()
  undo.push(() => rmSync(cwd, { recursive: true, force: true }))
  symlinkSync(join(ROOT, "node_modules"), join(cwd, "node_modules"))
  mkdirSync(join(cwd, "data"))
  writeFileSync(join(cwd, "data/jwt-secret"), "a secret that a server made at its first start", { mode: 0o600 })
  expect(await runCommand(["migrate", "up"], {}, cwd).ended).toBe(0)
  const { PATH } = process.env
  return { cwd, env: { HOME: cwd, PATH: `${join(ROOT, "node_modules/.bin")}:${PATH}` } }
}

const DATABASE = "postgres://boardwright:secret@localhost/boardwright"

/** The words as they are run: on a database of the tests' where they name one. */
const runnable = async ({ code }: DocBlock): Promise<string> => {
  if (!code.includes(DATABASE)) return code
  const { drop, url } = await newEmptyDatabase()
  undo.push(drop)
  return code.replaceAll(DATABASE, url)
}

describe("the commands of the documents", () => {
  it("say what is done with them", () => {
    expect(blocks.filter(({ use }) => !["run", "serve", "by-hand"].includes(use)).map(titleOf)).toEqual([])
    expect(blocks.length).toBeGreaterThan(5)
  })

  it("are run here, but for those that take what a test has not", () => {
    expect(blocks.filter(({ use }) => use === "by-hand").map(titleOf)).toMatchInlineSnapshot(`
      [
        "docs/observability.md journalctl -u boardwright -o cat | jq -c 'select(.annotations.requestId == "484f03a0-5323-436b-ad04-e84d0a16b4e7")'",
        "docs/observability.md METRICS_PORT=9464 npm start",
        "docs/observability.md OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:4318 npm start",
        "docs/reliability.md npm run test:faults                                                              # all of them, two at a time, the timed ones alone",
        "docs/scaling.md WORKERS=auto boardwright serve      # or: boardwright serve --workers auto",
        "docs/security.md npm run test:faults                                                                        # with all the faults",
        "docs/upgrading.md pg_dump --format=custom --file=backup.dump "$DATABASE_URL"",
        "docs/upgrading.md createdb --owner boardwright boardwright_restored",
        "docs/webhooks.md npx boardwright webhook create --board ID --url https://example.com/boardwright --as ada@example.com",
      ]
    `)
  })

  it.each(used("run"))("%s", async (_, block) => {
    const { cwd, env } = await place()
    const script = await runnable(block)
    const { stderr, stdout } = await promisify(execFile)(
      "bash",
      ["--norc", "-euo", "pipefail", "-c", `{ ${script}\n} 2>&1`],
      {
        cwd,
        env
      }
    )
    expect(stderr).toBe("")
    expect(stdout).toBe(printed(block.document, block.name) ?? stdout)
  })

  it.each(used("serve"))("%s, until it is stopped", async (_, block) => {
    const { cwd, env } = await place()
    const port = await freePort()
    const script = (await runnable(block)).replaceAll("8080", String(port))
    const server = spawn("bash", ["--norc", "-euc", script], { cwd, env, detached: true, stdio: "ignore" })
    const ended = new Promise((resolve) => server.once("close", resolve))
    const health = () => fetch(`http://127.0.0.1:${port}/api/health`)
    const answer = await vi.waitFor(health, { timeout: 20_000, interval: 50 })
    expect([answer.status, await answer.json()]).toEqual([200, { status: "ok" }])
    process.kill(-Number(server.pid), "SIGTERM")
    await ended
  })
})
