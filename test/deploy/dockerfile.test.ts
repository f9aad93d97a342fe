import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterAll, describe, expect, test } from "vitest"
import { ROOT } from "../packages/run.js"
import { variablesOfServer } from "./deployFiles.js"
import { dockerContext } from "./dockerContext.js"
import { pairsOf, readDockerfile, valuesOf } from "./readDockerfile.js"

const stages = readDockerfile(join(ROOT, "deploy/Dockerfile"))
const last = stages.at(-1)!
const manifest = JSON.parse(readFileSync(join(ROOT, "packages/cli/package.json"), "utf8"))
const folder = mkdtempSync(join(tmpdir(), "boardwright-context-"))

afterAll(() => rmSync(folder, { recursive: true }))

describe("the Dockerfile", () => {
  test("every stage starts from the slim image of one pinned node", () => {
    const tags = stages.map(({ base }) => /^node:(\d+\.\d+\.\d+)-bookworm-slim$/.exec(base))
    expect(tags.map((tag) => tag?.[1])).toEqual(tags.map(() => expect.any(String)))
    expect(new Set(tags.map((tag) => tag?.[1])).size).toBe(1)
  })

  test("the last stage runs nothing, has no shell before the server, and is nobody's whom a number does not tell", () => {
    expect(valuesOf(last, "RUN")).toEqual([])
    expect(JSON.parse(valuesOf(last, "ENTRYPOINT")[0]!)).toEqual(["node", "bin/boardwright.js"])
    expect(JSON.parse(valuesOf(last, "CMD")[0]!)).toEqual(["serve"])
    expect(valuesOf(last, "USER")).toEqual(["10001:10001"])
    expect(valuesOf(last, "STOPSIGNAL")).toEqual(["SIGTERM"])
    expect(valuesOf(last, "HEALTHCHECK")[0]).toMatch(/^CMD \["node", /)
  })

  test("its variables are ours, and say what the volume and the port are", () => {
    const variables = pairsOf(valuesOf(last, "ENV").join(" "))
    const known = variablesOfServer()
    expect([...variables.keys()].filter((name) => !known.has(name))).toEqual(["NODE_ENV"])
    expect(valuesOf(last, "VOLUME")).toEqual([variables.get("DATA_DIR")])
    expect(valuesOf(last, "EXPOSE")).toEqual([variables.get("PORT")])
  })

  test("its label is the version", () => {
    expect(pairsOf(valuesOf(last, "LABEL")[0]!).get("org.opencontainers.image.version")).toBe(manifest.version)
  })
})

describe(".dockerignore", () => {
  const given = (...files: ReadonlyArray<string>): void => {
    for (const file of files) {
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      writeFileSync(join(folder, file), "")
    }
  }

  test("no secret, database or mail is sent, wherever it lies", () => {
    writeFileSync(join(folder, ".dockerignore"), readFileSync(join(ROOT, ".dockerignore")))
    given(
      "data/boardwright.db",
      "data/jwt-secret",
      "data/secrets-key",
      "data/outbox/a.eml",
      ".env",
      "deploy/.env",
      "deploy/secrets/jwt_secret"
    )
    given(
      "packages/cli/.env.local",
      "packages/cli/data/boardwright.db",
      "examples/own-users/data/x.db",
      ".npmrc",
      "key.pem"
    )
    given("packages/cli/src/serve.ts", "package.json", ".git/config", "node_modules/effect/package.json")
    expect(dockerContext(folder)).toEqual(["package.json", "packages/cli/src/serve.ts"])
  })

  test("what is sent is small, and everything that the lock file asks for", () => {
    const sent = new Set(dockerContext(ROOT))
    const { packages } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8"))
    const ours = Object.keys(packages).filter((path) => !path.includes("node_modules/"))
    expect(ours.map((path) => join(path, "package.json")).filter((path) => !sent.has(path))).toEqual([])
    expect(sent.size).toBeLessThan(1500)
  })
})
