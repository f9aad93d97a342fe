import { spawn } from "node:child_process"
import { once } from "node:events"
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { beforeAll, describe, expect, inject, it, onTestFinished, vi } from "vitest"
import { writeApp } from "../packages/install.js"
import { environment, ROOT, runWith } from "../packages/run.js"
import { BASH, expectTour, tourOn } from "../support/tour.js"

/** A test in the report of vitest. */
interface TestResult {
  readonly status: string
  readonly fullName: string
  readonly failureMessages: ReadonlyArray<string>
}

/** What the tests of the storage's contract on a file begin with. */
const ON_A_FILE = "storage: sqlite in a file"

/** What was compiled below a folder: node-gyp leaves nothing anywhere else. */
const compiledIn = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) =>
    /(^|\/)build\/(Release|Debug)$/.test(path)
  )

/** What a shell at the machine would have: vitest's own variables, such as BASE_URL, are not among it. */
const variables = Object.entries(environment()).filter(([name]) => /^(HOME|LANG|TMPDIR|npm_config_.*)$/.test(name))

/** What has to work on the Node of this major version. */
export const onNode = (major: string): void => {
  const { path, version } =
    inject("nodes").find((node) => node.version.startsWith(`${major}.`)) ??
    expect.fail(`Node ${major} is not installed`)

  describe(`Node ${version}`, () => {
    const folder = join(inject("folder"), version)
    const clone = join(folder, "clone")
    const env = { ...Object.fromEntries(variables), PATH: path, NO_COLOR: "1" }

    const succeed = async (cwd: string, command: string, ...parameters: ReadonlyArray<string>) => {
      const { code, stderr, stdout } = await runWith(env, cwd, command, ...parameters)
      expect(code, `${command} ${parameters.join(" ")}\n${stdout}\n${stderr}`).toBe(0)
      return { stderr, stdout }
    }

    /** `npm start` in the clone, or another command, on a free port. */
    const start = async (command = "npm", parameters = ["start"]) => {
      const child = spawn(command, parameters, {
        cwd: clone,
        detached: true,
        env: { ...env, PORT: "0" },
        stdio: ["ignore", "ignore", "pipe"]
      })
      const kill = (signal: NodeJS.Signals) => process.kill(-(child.pid ?? 0), signal)
      const ended = once(child, "close").then(([code]: Array<unknown>) => code)
      onTestFinished(async () => {
        if (child.exitCode === null && child.signalCode === null) kill("SIGKILL")
        await ended
      })
      let log = ""
      child.stderr.setEncoding("utf8").on("data", (text: string) => (log += text))
      const url = await vi.waitFor(
        () => {
          const found = /listens on (http:\/\/[^"\s]+)/.exec(log)?.[1]
          if (found === undefined || !log.includes("mails go")) throw new Error(log)
          return found
        },
        { timeout: 30_000 }
      )
      return { url, kill, ended, log: () => log }
    }

    beforeAll(async () => {
      await succeed(folder, "git", "clone", "--quiet", inject("origin"), clone)
      await succeed(clone, "npm", "ci", "--prefer-offline", "--no-audit", "--no-fund")
    })

    it("npm ci compiles nothing, and installs no driver of SQLite", async () => {
      expect((await succeed(clone, "node", "--version")).stdout.trim()).toBe(`v${version}`)
      const modules = join(clone, "node_modules")
      expect(compiledIn(modules)).toEqual([])
      expect(readdirSync(modules).filter((name) => name.includes("sqlite"))).toEqual([])
      expect(readdirSync(join(modules, "@boardwright")).filter((name) => name.includes("node20"))).toEqual([])
    })

    it("a server with workers replaces one that hangs, and another one gets the connection that it has not taken", async () => {
      const { stdout } = await succeed(clone, "node", "packages/cli/test/workers/hang.mjs")
      const { answers, other } = JSON.parse(stdout)
      expect(answers).toEqual([other, other, other])
    })

    it("npm start serves the README's tour, loses nothing when it is killed, and ends when it is asked to", async () => {
      const first = await start()
      const tour = await runWith(env, clone, "bash", ...BASH, tourOn(first.url))
      expectTour(first.url, tour)
      first.kill("SIGKILL")
      await first.ended

      const second = await start()
      const signedIn = await fetch(`${second.url}/api/auth/signin`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ email: "ada@example.com", password: "correct horse" })
      })
      const { token } = (await signedIn.json()) as { token: string }
      const get = async (path: string): Promise<{ [list: string]: ReadonlyArray<{ id: string; name: string }> }> => {
        const response = await fetch(`${second.url}/api${path}`, { headers: { authorization: `Bearer ${token}` } })
        return JSON.parse(await response.text())
      }
      const [garden] = (await get("/workspaces"))["workspaces"] ?? []
      expect(garden).toMatchObject({ name: "Garden" })
      expect((await get(`/boards?workspaceId=${garden?.id}`))["boards"]).toMatchObject([{ name: "Spring" }])
      second.kill("SIGTERM")
      expect(await second.ended).toBe(0)
      expect(first.log() + second.log()).not.toMatch(/Warning|deprecat/i)
    })

    it("SIGUSR1 opens no inspector in the command that npm start runs", async () => {
      const { scripts } = JSON.parse(readFileSync(join(clone, "package.json"), "utf8"))
      const [node = "", ...parameters] = scripts.start.replace(/^exec /, "").split(" ")
      const server = await start(node, parameters)
      for (let time = 0; time < 3; time += 1) {
        server.kill("SIGUSR1")
        expect((await fetch(`${server.url}/api/health`)).status).toBe(200)
      }
      server.kill("SIGTERM")
      expect(await server.ended).toBe(0)
      expect(server.log()).not.toMatch(/debugger|inspector/i)
    })

    it("the storage keeps its contract on a file", async () => {
      const report = join(folder, "report.json")
      const vitest = join(clone, "node_modules/vitest/vitest.mjs")
      // That of the repository would start a PostgreSQL. As there, this Node loads what is built, and not vitest.
      const config = join(folder, "vitest.config.mjs")
      const built = "server: { deps: { external: [/\\/packages\\/[^/]+\\/dist\\//] } }"
      writeFileSync(config, `export default { test: { testTimeout: 60_000, hookTimeout: 60_000, ${built} } }`)
      const parameters = ["--config", config, "--reporter", "json", "--outputFile", report]
      const contract = ["packages/sqlite/test/contract", "--testNamePattern", ON_A_FILE]
      await runWith(env, clone, "node", vitest, "run", ...contract, ...parameters)
      const { numPassedTests, success, testResults } = JSON.parse(readFileSync(report, "utf8"))
      const results: ReadonlyArray<TestResult> = testResults.flatMap(
        (file: { assertionResults: unknown }) => file.assertionResults
      )
      const run = results.filter(({ fullName }) => fullName.includes(ON_A_FILE))
      expect(run.filter(({ status }) => status !== "passed")).toEqual([])
      expect(success).toBe(true)
      expect(numPassedTests).toBeGreaterThan(300)
    })

    it("an app that embeds installs from its lock file without a compiler, and serves", async () => {
      const app = join(folder, "app")
      const tarballs = new Map(Object.entries(inject("tarballs")))
      writeApp(app, tarballs, { "@boardwright/embed": "", "@boardwright/sqlite": "" })
      const flags = ["--prefer-offline", "--no-audit", "--no-fund"]
      await succeed(app, "npm", "install", "--package-lock-only", ...flags)
      await succeed(app, "npm", "ci", ...flags)
      expect(compiledIn(join(app, "node_modules"))).toEqual([])
      copyFileSync(join(ROOT, "test/nodes/embedded.mjs"), join(app, "app.mjs"))
      expect(await succeed(app, "node", "app.mjs")).toEqual({ stderr: "", stdout: "[200,201,[true]]\n" })
      copyFileSync(join(ROOT, "test/nodes/ownTransaction.mjs"), join(app, "own.mjs"))
      const own = await succeed(app, "node", "--disable-warning=ExperimentalWarning", "own.mjs")
      expect(own).toEqual({ stderr: "", stdout: "[[true],1]\n" })
    })
  })
}
