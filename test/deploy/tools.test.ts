import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { parse } from "yaml"
import { print } from "../faults/Load.js"
import { program } from "../faults/tools.js"
import { ROOT, run, succeed } from "../packages/run.js"
import { deployFile, unitSettings } from "./deployFiles.js"
import { syscallsOfServer } from "./syscallsOfServer.js"

const folder = mkdtempSync(join(tmpdir(), "boardwright-deploy-"))
const place = join(folder, "deploy")
const unit = join(place, "boardwright.service")

beforeAll(() => cpSync(join(ROOT, "deploy"), place, { recursive: true }))
afterAll(() => rmSync(folder, { recursive: true }))

describe("boardwright.service, by systemd-analyze", () => {
  const analyze = (...parameters: ReadonlyArray<string>) =>
    run(place, program("systemd-analyze", "systemd"), ...parameters)

  test("systemd finds nothing to complain of, with the PostgreSQL settings and without", async () => {
    const withPostgres = await analyze("verify", "--man=no", "--recursive-errors=yes", unit)
    expect(withPostgres).toEqual({ code: 0, stdout: "", stderr: "" })
    const alone = join(folder, "boardwright.service")
    cpSync(unit, alone)
    expect(await analyze("verify", "--man=no", "--recursive-errors=yes", alone)).toEqual({
      code: 0,
      stdout: "",
      stderr: ""
    })
  })

  test("a word that systemd does not know would be complained of", async () => {
    const wrong = join(folder, "wrong.service")
    writeFileSync(wrong, deployFile("boardwright.service").replace("ProtectHome=", "ProtectHomes="))
    expect((await analyze("verify", "--man=no", wrong)).stderr).toContain("ProtectHomes")
  })

  test("what it is exposed to is at most 1.5 of 10", async () => {
    const { code, stdout } = await analyze("security", "--offline=true", "--no-pager", "--threshold=15", unit)
    const [, exposure = ""] = /Overall exposure level[^:]*: ([\d.]+)/.exec(stdout) ?? []
    print(`exposure ${exposure}`)
    expect([code, Number(exposure)]).toEqual([0, expect.any(Number)])
    expect(Number(exposure)).toBeLessThanOrEqual(1.5)
    expect(Number(exposure)).toBeGreaterThan(0)
  })

  test("every system call of a server that starts, hashes, writes, serves and stops is allowed", async () => {
    const callsIn = async (name: string): Promise<ReadonlyArray<string>> => {
      const { stdout } = await analyze("syscall-filter", "--no-pager", name)
      const words = stdout.split("\n").flatMap((line) => /^ +([@\w-]+)$/.exec(line)?.[1] ?? [])
      const nested = await Promise.all(words.map((word) => (word.startsWith("@") ? callsIn(word) : [word])))
      return nested.flat()
    }
    const callsOf = async (values: ReadonlyArray<string>): Promise<ReadonlySet<string>> => {
      const groups = values.flatMap((value) => value.replace("~", "").split(" "))
      return new Set((await Promise.all(groups.map(callsIn))).flat())
    }
    const settings = unitSettings(deployFile("boardwright.service"))
    const filters = settings.flatMap(([name, value]) => (name === "SystemCallFilter" ? [value] : []))
    const given = await callsOf(filters.filter((each) => !each.startsWith("~")))
    const taken = await callsOf(filters.filter((each) => each.startsWith("~")))
    const used = await syscallsOfServer(folder)
    print(`${used.length} system calls`)
    expect(used).toEqual(expect.arrayContaining(["listen", "pwrite64", "fsync"]))
    // SQLite gives its log to the owner of the database where root runs it, and only there.
    expect(used.filter((call) => (!given.has(call) || taken.has(call)) && call !== "fchown")).toEqual([])
  })
})

describe("compose.yaml, by docker-compose", () => {
  test("it is read as it is meant, without a daemon", async () => {
    for (const name of ["database_url", "jwt_secret", "postgres_password", "secrets_key", "smtp_url"]) {
      mkdirSync(join(place, "secrets"), { recursive: true })
      writeFileSync(join(place, "secrets", name), "x")
    }
    // Debian's docker-compose is older than `name` at the top.
    const file = join(place, "old.yaml")
    writeFileSync(file, deployFile("compose.yaml").replace(/^name: .*$/m, ""))
    const compose = program("docker-compose")
    const services = await succeed(place, compose, "--file", file, "config", "--services")
    expect(services.trim().split("\n").toSorted()).toEqual(["backup", "boardwright", "mailpit", "postgres", "proxy"])
    const config = async () => parse(await succeed(place, "env", "-u", "BASE_URL", compose, "--file", file, "config"))
    expect(await config()).toMatchObject({
      services: {
        boardwright: { build: { context: folder }, environment: { BASE_URL: "http://localhost:3000" } },
        proxy: { ports: ["127.0.0.1:3000:80/tcp", "127.0.0.1:3443:443/tcp"], environment: { SITE_ADDRESS: ":80" } }
      },
      secrets: { jwt_secret: { file: join(place, "secrets/jwt_secret") } }
    })
    writeFileSync(join(place, ".env"), "SITE_ADDRESS=board.example.com\nHTTP_PORT=80\nHTTPS_PORT=443\n")
    const ports = [80, 443].map((port) => ({ published: port, target: port }))
    const proxy = { ports, environment: { SITE_ADDRESS: "board.example.com" } }
    expect(await config()).toMatchObject({ services: { proxy } })
  })
})

describe("the Caddyfile, by caddy", () => {
  test("it is valid and as caddy would write it, for any address", async () => {
    const caddyfile = join(place, "Caddyfile")
    await succeed(place, program("caddy"), "validate", "--adapter", "caddyfile", "--config", caddyfile)
    expect(await succeed(place, program("caddy"), "fmt", caddyfile)).toBe(readFileSync(caddyfile, "utf8"))
    const parameters = ["adapt", "--adapter", "caddyfile", "--config", caddyfile]
    const adapted = await succeed(place, "env", "SITE_ADDRESS=board.example.com", program("caddy"), ...parameters)
    expect(JSON.parse(adapted).apps.http.servers.srv0).toMatchObject({
      listen: [":443"],
      routes: [{ match: [{ host: ["board.example.com"] }] }]
    })
  })
})
