import { spawn } from "node:child_process"
import { once } from "node:events"
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest"
import { parse } from "yaml"
import { print } from "../faults/Load.js"
import { program } from "../faults/tools.js"
import { ROOT, run } from "../packages/run.js"
import { runCommand } from "../support/childServer.js"
import { freePort } from "../support/freePort.js"
import { newDatabase, type TestDatabase } from "../support/postgres/databases.js"
import { get, newPerson, post, signIn, type Standalone, standaloneServers, UNLIMITED } from "../support/standalone.js"
import { deployFile } from "./deployFiles.js"

const folder = mkdtempSync(join(tmpdir(), "boardwright-monitoring-"))
const place = join(folder, "deploy")
const servers = standaloneServers()

beforeAll(() => cpSync(join(ROOT, "deploy"), place, { recursive: true }))
afterAll(() => rmSync(folder, { recursive: true }))

interface Rule {
  readonly alert: string
  readonly expr: string
}

const rules: ReadonlyArray<Rule> = parse(deployFile("prometheus-rules.yml")).groups.flatMap(
  ({ rules }: { readonly rules: ReadonlyArray<Rule> }) => rules
)

interface Panel {
  readonly title: string
  readonly targets: ReadonlyArray<{ readonly expr: string }>
}

const dashboard: { readonly panels: ReadonlyArray<Panel> } = JSON.parse(deployFile("grafana-dashboard.json"))

/** An expression as Grafana sends it. */
const asSent = (expr: string): string => expr.replaceAll("$instance", ".*").replaceAll("$__rate_interval", "1m")

const MODULE = "packages/core/src/metric/Metrics.ts"

describe("by promtool", () => {
  const promtool = (...parameters: ReadonlyArray<string>) =>
    run(place, program("promtool", "prometheus"), ...parameters)

  test("the configuration and the rules are valid", async () => {
    expect(await promtool("check", "config", "prometheus.yml")).toMatchObject({ code: 0, stderr: "" })
    expect(await promtool("check", "rules", "prometheus-rules.yml")).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`${rules.length} rules found`)
    })
  })

  test("each rule alerts on what it is for, and none on a healthy instance", async () => {
    expect(await promtool("test", "rules", "prometheus-rules.test.yml")).toMatchObject({ code: 0 })
    const tested = deployFile("prometheus-rules.test.yml")
    expect(rules.filter(({ alert }) => !tested.includes(`alertname="${alert}"`))).toEqual([])
  })

  test("by amtool: the alerts that Prometheus sends are mails", async () => {
    const [
      {
        static_configs: [{ targets }]
      }
    ] = parse(deployFile("prometheus.yml")).alerting.alertmanagers
    expect(targets).toEqual(["127.0.0.1:9093"])
    const amtool = program("amtool", "prometheus-alertmanager")
    expect(await run(place, amtool, "check-config", "alertmanager.yml")).toMatchObject({ code: 0 })
  })

  test("a rule that alerts too late would be found", async () => {
    const wrong = deployFile("prometheus-rules.yml").replace(
      "_oldest_age_seconds) > 600",
      "_oldest_age_seconds) > 6000"
    )
    mkdirSync(join(folder, "wrong"))
    cpSync(join(place, "prometheus-rules.test.yml"), join(folder, "wrong/prometheus-rules.test.yml"))
    writeFileSync(join(folder, "wrong/prometheus-rules.yml"), wrong)
    const { code } = await promtool("test", "rules", join(folder, "wrong/prometheus-rules.test.yml"))
    expect(code).not.toBe(0)
  })
})

test("every metric is in a rule or in the dashboard, but for one of the usual ones of a process", () => {
  const defined = [...readFileSync(join(ROOT, MODULE), "utf8").matchAll(/^ {4}"(\w+)"|\("(\w+_\w+)"/gm)]
  const names = defined.map(([, one, other]) => one ?? other ?? "").filter((name) => /^(board|process|node)/.test(name))
  const used = deployFile("prometheus-rules.yml") + deployFile("grafana-dashboard.json")
  expect(names.length).toBeGreaterThan(25)
  expect(names.filter((name) => !used.includes(name))).toEqual(["nodejs_heap_size_total_bytes"])
})

/** Signs in, makes a change that somebody waits for, and lets a delivery to a webhook fail. */
const useServer = async (server: Standalone): Promise<void> => {
  const token = await signIn(server, await newPerson(server, "ada"))
  const headers = { authorization: `Bearer ${token}` }
  const made = async (path: string, body: unknown) => (await post(server, path, body, headers)).body
  const { workspace } = await made("/api/workspaces", { name: "Workshop" })
  const { board } = await made("/api/boards", { name: "Clock", workspaceId: workspace.id })
  await made("/api/webhooks", { boardId: board.id, url: "https://receiver.invalid/hook" })
  const ending = new AbortController()
  onTestFinished(() => ending.abort())
  const stream = await fetch(`${server.url}/api/changes/stream`, { headers, signal: ending.signal })
  expect(stream.status).toBe(200)
  for (let at = 0; at < 5; at++) await made("/api/tasks", { name: `Task ${at}`, boardId: board.id })
  await get(server, "/api/nothing", token)
}

interface Queried {
  readonly status: string
  readonly error?: string
  readonly data?: { readonly result: ReadonlyArray<unknown> }
}

/** Prometheus on its own configuration in deploy/, with these servers and short intervals. */
const startPrometheus = async (targets: ReadonlyArray<string>): Promise<string> => {
  const config = parse(deployFile("prometheus.yml"))
  config.global = { scrape_interval: "500ms", evaluation_interval: "500ms" }
  config.scrape_configs[0].static_configs[0].targets = targets
  // YAML has JSON in it.
  writeFileSync(join(place, "prometheus.yml"), JSON.stringify(config))
  const url = `127.0.0.1:${await freePort()}`
  const parameters = ["--config.file=prometheus.yml", `--storage.tsdb.path=${folder}/tsdb`, "--log.level=warn"]
  const child = spawn(program("prometheus"), [...parameters, `--web.listen-address=${url}`], {
    cwd: place,
    stdio: "ignore"
  })
  onTestFinished(async () => {
    child.kill()
    await once(child, "exit")
  })
  await vi.waitFor(async () => expect((await fetch(`http://${url}/-/ready`)).status).toBe(200), { timeout: 30_000 })
  return `http://${url}`
}

describe("by Prometheus", () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await newDatabase()
  })
  afterAll(() => database.drop())

  test("every expression of the dashboard and of the rules has a result, on servers that are used", async () => {
    const common = { ...UNLIMITED, METRICS_PORT: "0", JWT_SECRET: "0123456789abcdef0123456789abcdef" }
    const key = { SECRETS_KEY: "5e".repeat(32) }
    const started = await Promise.all([
      servers.start("sqlite", { ...common, ...key }),
      servers.start("postgres", { ...common, ...key, DATABASE_URL: database.url })
    ])
    const addresses = await Promise.all(
      started.map(async (server) => (await server.logged(/metrics are at http:\/\/([\d.:]+)\/metrics/))[1] ?? "")
    )
    const address = await startPrometheus(addresses)
    await Promise.all(started.map(useServer))
    expect(await runCommand(["backup", "--record", "boards.dump"], { DATABASE_URL: database.url }).ended).toBe(0)

    const ask = async (path: string): Promise<Queried> =>
      (await fetch(`${address}/api/v1/${path}`)).json() as Promise<Queried>
    const expressions = [
      ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => asSent(expr))),
      // What a rule compares: the comparison itself, and the part of errors, have no result while all is well.
      ...rules.map(({ expr }) => expr.replace(/ (>|==) [\d.e]+\s*$/, "").replace('"5.."', '"2.."'))
    ]
    const unanswered = async () => {
      const answers = await Promise.all(
        expressions.map(async (expr) => ({ expr, ...(await ask(`query?query=${encodeURIComponent(expr)}`)) }))
      )
      return answers
        .filter(({ data, status }) => status !== "success" || data === undefined || data.result.length === 0)
        .map(({ error, expr }) => error ?? expr)
    }
    await vi.waitFor(async () => expect(await unanswered()).toEqual([]), { timeout: 45_000, interval: 500 })
    print(`${expressions.length} expressions have results`)

    const evaluated = await vi.waitFor(async () => {
      const { data } = JSON.parse(await (await fetch(`${address}/api/v1/rules`)).text())
      const found: ReadonlyArray<{ readonly health: string; readonly state: string; readonly name: string }> =
        data.groups.flatMap(({ rules }: { readonly rules: ReadonlyArray<unknown> }) => rules)
      expect(found.map(({ health }) => health)).toEqual(rules.map(() => "ok"))
      return found
    }, 30_000)
    expect(evaluated.filter(({ state }) => state === "firing")).toEqual([])
  })
})
