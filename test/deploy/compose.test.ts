import { execFile } from "node:child_process"
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, test } from "vitest"
import { parse } from "yaml"
import { ROOT } from "../packages/run.js"
import { deployFile, variablesOfServer, withoutFile } from "./deployFiles.js"
import { pairsOf, readDockerfile, valuesOf } from "./readDockerfile.js"

interface Service {
  readonly image: string
  readonly build?: { readonly context: string; readonly dockerfile: string }
  readonly environment?: Readonly<Record<string, string>>
  readonly secrets?: ReadonlyArray<string>
  readonly ports?: ReadonlyArray<string>
  readonly networks: ReadonlyArray<string>
  readonly volumes?: ReadonlyArray<string>
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>
  readonly healthcheck?: { readonly test: ReadonlyArray<string> }
  readonly stop_grace_period?: string
  readonly profiles?: ReadonlyArray<string>
  readonly command?: ReadonlyArray<string>
  readonly entrypoint?: ReadonlyArray<string>
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>
  readonly secrets: Readonly<Record<string, { readonly file: string }>>
  readonly volumes: object
  readonly networks: Readonly<Record<string, { readonly internal?: boolean }>>
}

const compose: Compose = parse(deployFile("compose.yaml"), { merge: true })
const { services } = compose
const manifest = JSON.parse(readFileSync(join(ROOT, "packages/cli/package.json"), "utf8"))

describe("compose.yaml", () => {
  test("every service is read-only, has no rights but those it names, starts again, and is pinned", () => {
    for (const service of Object.values(services)) {
      expect(service).toMatchObject({
        restart: service.profiles?.includes("backup") === true ? "no" : "unless-stopped",
        read_only: true,
        mem_limit: expect.stringMatching(/^\d+[mg]$/),
        pids_limit: expect.any(Number),
        cap_drop: ["ALL"],
        security_opt: ["no-new-privileges:true"],
        image: expect.stringMatching(/:v?\d+\.\d+[\w.-]*$/)
      })
    }
    const rights = Object.values(services).flatMap((service) => ("cap_add" in service ? [service.cap_add] : []))
    expect(rights).toEqual([["NET_BIND_SERVICE"]])
  })

  test("the server is built here, as the version that it is", () => {
    expect(services["boardwright"]).toMatchObject({
      image: `boardwright:${manifest.version}`,
      build: { context: "..", dockerfile: "deploy/Dockerfile" }
    })
  })

  test("every variable of the server's is one that it reads, and each file is a secret that it is given", () => {
    const { environment = {}, secrets = [] } = services["boardwright"]!
    const known = variablesOfServer()
    expect(Object.keys(environment).filter((name) => !known.has(withoutFile(name)))).toEqual([])
    const files = Object.entries(environment).filter(([name]) => name.endsWith("_FILE"))
    expect(files.map(([, path]) => path).toSorted()).toEqual(secrets.map((name) => `/run/secrets/${name}`).toSorted())
  })

  test("the server is given every variable but those that its image sets", () => {
    const { environment = {} } = services["boardwright"]!
    const last = readDockerfile(join(ROOT, "deploy/Dockerfile")).at(-1)!
    const set = new Set(valuesOf(last, "ENV").flatMap((value) => [...pairsOf(value).keys()]))
    const given = new Set(Object.keys(environment).map(withoutFile))
    expect([...variablesOfServer()].filter((name) => !given.has(name) && !set.has(name))).toEqual([])
  })

  test("secrets are files of one folder that git and docker leave out, each used", () => {
    const used = new Set(Object.values(services).flatMap(({ secrets = [] }) => secrets))
    expect([...used].toSorted()).toEqual(Object.keys(compose.secrets).toSorted())
    for (const [name, { file }] of Object.entries(compose.secrets)) expect(file).toBe(`secrets/${name}`)
    expect(deployFile(".gitignore").split("\n")).toContain("/secrets/")
  })

  test("two instances are possible: nothing of the server's is one's alone", () => {
    const { ports, volumes } = services["boardwright"]!
    expect([ports, volumes]).toEqual([undefined, undefined])
    expect(services["boardwright"]).not.toHaveProperty("container_name")
    expect(deployFile("Caddyfile")).toMatch(/dynamic a \{\s+name boardwright\s+port 3000\s/)
  })

  test("the database is on an inner network and has no published port; the others' are this machine's by default", () => {
    expect(services["postgres"]).toMatchObject({ networks: ["back"] })
    expect(services["postgres"]).not.toHaveProperty("ports")
    expect(compose.networks["back"]).toEqual({ internal: true })
    const ports = Object.values(services).flatMap((service) => service.ports ?? [])
    expect(ports.filter((port) => !/^(\$\{\w+:-)?127\.0\.0\.1:/.test(port))).toEqual([])
  })

  test("who waits for health waits for a service that can tell it", () => {
    const waits = Object.values(services).flatMap(({ depends_on = {} }) => Object.entries(depends_on))
    expect(waits).toEqual([
      ["postgres", { condition: "service_healthy" }],
      ["boardwright", { condition: "service_healthy" }],
      ["postgres", { condition: "service_healthy" }]
    ])
    // The server's own is in its image, and the backup ends.
    const without = Object.keys(services).filter((name) => services[name]?.healthcheck === undefined)
    expect(without).toEqual(["boardwright", "backup"])
  })

  test("stopping may take longer than the delay and the server's 10 s for what is under way", () => {
    const { environment = {}, stop_grace_period = "" } = services["boardwright"]!
    const [, delay] = /:-(\d+)s\}$/.exec(environment["SHUTDOWN_DELAY"] ?? "") ?? []
    expect(Number.parseInt(stop_grace_period, 10)).toBeGreaterThan(Number(delay) + 10)
  })

  describe("the backup", () => {
    const folder = mkdtempSync(join(tmpdir(), "boardwright-compose-"))
    afterAll(() => rmSync(folder, { recursive: true }))

    /** Runs the command of the service with a `pg_dump` that writes some bytes, and a `pg_restore` that has this exit code. */
    const backUp = async (restoreCode: number) => {
      const tools = mkdtempSync(join(folder, "tools-"))
      writeFileSync(join(tools, "pg_dump"), '#!/bin/sh\necho dumped > "$4"\n', { mode: 0o755 })
      writeFileSync(join(tools, "pg_restore"), `#!/bin/sh\nexit ${restoreCode}\n`, { mode: 0o755 })
      writeFileSync(join(tools, "password"), "secret\n")
      const { command = [], entrypoint = [] } = services["backup"]!
      const script = command[0]!
        .replaceAll("$$", "$")
        .replace("/run/secrets/postgres_password", join(tools, "password"))
      const [shell = "", ...flags] = entrypoint
      const kept = join(folder, "kept")
      mkdirSync(kept, { recursive: true })
      const PATH = `${tools}:${process.env["PATH"]}`
      const { code, stdout } = await new Promise<{ readonly code: unknown; readonly stdout: string }>((resolve) => {
        execFile(shell, [...flags, script], { cwd: kept, env: { ...process.env, PATH } }, (error, stdout) =>
          resolve({ code: error?.code ?? 0, stdout })
        )
      })
      return { code, stdout: stdout.trim(), files: readdirSync(kept).toSorted(), kept }
    }

    test("is named by its time, private, and one of the newest 14 that are kept", async () => {
      const first = await backUp(0)
      expect(first).toMatchObject({ code: 0, files: [first.stdout] })
      expect(first.stdout).toMatch(/^boardwright-\d{8}T\d{6}Z\.dump$/)
      expect(statSync(join(first.kept, first.stdout)).mode & 0o777).toBe(0o600)
      for (let day = 10; day < 30; day += 1) {
        writeFileSync(join(first.kept, `boardwright-200001${day}T030000Z.dump`), "old")
      }
      const { files } = await backUp(0)
      expect(files).toHaveLength(14)
      expect(files).toEqual(expect.arrayContaining([first.stdout, "boardwright-20000129T030000Z.dump"]))
    })

    test("that cannot be read back is an error and replaces none, and the next one removes its remains", async () => {
      const before = await backUp(0)
      const failed = await backUp(3)
      expect(failed.code).toBe(3)
      expect(failed.files.filter((name) => name.endsWith(".dump"))).toEqual(before.files)
      expect((await backUp(0)).files.filter((name) => name.endsWith(".part"))).toEqual([])
    })
  })
})
