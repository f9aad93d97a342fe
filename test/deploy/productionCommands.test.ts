import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, test } from "vitest"
import { ROOT, succeed } from "../packages/run.js"
import { runCommand, serve } from "../support/childServer.js"
import { get, post } from "../support/standalone.js"
import { deployFile } from "./deployFiles.js"
import { production, productionBlock } from "./productionBlock.js"

const folder = mkdtempSync(join(tmpdir(), "boardwright-production-"))
const place = join(folder, "deploy")
mkdirSync(place)
afterAll(() => rmSync(folder, { recursive: true }))

describe("the commands of docs/production.md", () => {
  test("the secrets are ones that a server reads, and nobody else does", async () => {
    await succeed(folder, "bash", "-ec", productionBlock("secrets"))
    expect(statSync(join(place, "secrets")).mode & 0o777).toBe(0o700)
    const files = readdirSync(join(place, "secrets")).toSorted()
    expect(files).toEqual(["database_url", "jwt_secret", "postgres_password", "secrets_key", "smtp_url"])
    const of = (name: string) => readFileSync(join(place, "secrets", name), "utf8").trim()
    expect(of("database_url")).toBe(`postgres://boardwright:${of("postgres_password")}@postgres/boardwright`)
    const variables = ["DATABASE_URL", "JWT_SECRET", "SECRETS_KEY", "SMTP_URL"].map((name) => [
      `${name}_FILE`,
      join(place, "secrets", name.toLowerCase())
    ])
    // No host here has the name postgres: what can be read and is well written is "unavailable".
    const server = runCommand(["serve"], { ...Object.fromEntries(variables), PORT: "0" })
    expect([await server.ended, server.stderr()]).toEqual([69, expect.not.stringContaining(of("postgres_password"))])
  })

  test("a backup made beside a running server has all that was acknowledged, and a server starts with it", async () => {
    const dataDir = join(folder, "data")
    const server = await serve(dataDir)
    const person = { name: "Ada", email: "ada@example.com", password: "correct horse" }
    expect((await post(server, "/api/auth/signup", person)).status).toBe(201)
    await succeed(
      join(ROOT, "packages/cli"),
      "env",
      "-u",
      "BASE_URL",
      `DATA_DIR=${dataDir}`,
      "sh",
      "-ec",
      productionBlock("backup").replace("docker exec boardwright ", "").replace("/data/", `${dataDir}/`)
    )
    server.process.kill("SIGTERM")
    expect(await server.ended).toBe(0)
    const restored = join(folder, "restored")
    mkdirSync(restored)
    const [backup = ""] = readdirSync(join(dataDir, "backups"))
    cpSync(join(dataDir, "backups", backup), join(restored, "boardwright.db"))
    const second = await serve(restored)
    expect((await post(second, "/api/auth/signup", person)).body).toMatchObject({ error: "Email already registered" })
    second.process.kill("SIGTERM")
    expect(await second.ended).toBe(0)
  })

  test("the addresses that the files here ask for health exist", async () => {
    const text = `${production}${deployFile("Dockerfile")}`
    const paths = [...new Set([...text.matchAll(/\/api\/health(?:\/\w+)?/g)].map(([path]) => path))].toSorted()
    expect(paths).toEqual(["/api/health", "/api/health/ready"])
    const server = await serve(join(folder, "probed"))
    const answers = await Promise.all(paths.map(async (path) => (await get(server, path)).status))
    expect(answers).toEqual([200, 200])
    server.process.kill("SIGTERM")
    expect(await server.ended).toBe(0)
  })
})
