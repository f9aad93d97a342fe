import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { parse } from "yaml"
import { ROOT } from "../packages/run.js"
import { deployFile, variablesOfServer, withoutFile } from "./deployFiles.js"

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
        restart: "unless-stopped",
        read_only: true,
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
      ["boardwright", { condition: "service_healthy" }]
    ])
    // The server's own is in its image.
    const without = Object.keys(services).filter((name) => services[name]?.healthcheck === undefined)
    expect(without).toEqual(["boardwright"])
  })

  test("stopping takes longer than the server's 10 s for what is under way", () => {
    expect(Number.parseInt(services["boardwright"]?.stop_grace_period ?? "", 10)).toBeGreaterThan(10)
  })
})
