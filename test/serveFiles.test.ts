import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { runCommand } from "./support/childServer.js"
import { get, newPerson, open, mailFiles, mailedLink, post, signIn, standaloneServers } from "./support/standalone.js"

const servers = standaloneServers()

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8)
const secretIn = (dataDir: string, file = "jwt-secret"): string => readFileSync(join(dataDir, file), "utf8").trim()

it("what the server writes is for its owner alone, and no token or secret is logged", async () => {
  const server = await servers.start("modes", { LOG_LEVEL: "debug" })
  expect(modeOf(server.dataDir)).toBe("700")
  for (const file of ["jwt-secret", "secrets-key"]) expect(modeOf(join(server.dataDir, file))).toBe("600")

  const person = await newPerson(server, "mo")
  const token = await signIn(server, person)
  await post(server, "/api/auth/forgot-password", { email: person.email })
  await expect.poll(() => mailFiles(server)).toHaveLength(2)
  expect(modeOf(join(server.dataDir, "outbox"))).toBe("700")
  for (const file of mailFiles(server)) {
    expect(modeOf(file)).toBe("600")
    await server.logged(new RegExp(`No mail server is configured: the mail is in ${file}`))
  }

  // Both kinds of links, opened wrongly and rightly.
  const mailed = mailFiles(server).map((file) => /token=([0-9a-f]{64})/.exec(readFileSync(file, "utf8"))?.[1] ?? "")
  expect((await open(`${server.url}/api/auth/verify-email?token=${mailed[1]}`))[1]).toContain("/verify-error")
  await post(server, "/api/auth/reset-password", { token: mailed[1], password: "a new password" })
  expect(await server.stop()).toBe(0)
  const output = server.stdout() + server.stderr()
  const kept = ["jwt-secret", "secrets-key"].map((file) => secretIn(server.dataDir, file))
  for (const secret of [...mailed, token, person.password, "a new password", ...kept]) {
    expect(secret).not.toBe("")
    expect(output).not.toContain(secret)
  }
  expect(output).not.toContain(token.split(".")[2])
})

const DATABASE_FILES = ["boardwright.db", "boardwright.db-wal", "boardwright.db-shm", "boardwright.db.lock"]

it("the database is for its owner alone in a folder that others can read, also where it was not before", async () => {
  const dataDir = join(servers.directory, "open")
  mkdirSync(dataDir, { mode: 0o755 })
  const first = await servers.start("open")
  for (const file of DATABASE_FILES) expect([file, modeOf(join(dataDir, file))]).toEqual([file, "600"])
  expect(await first.stop()).toBe(0)
  for (const file of ["boardwright.db", "boardwright.db.lock"]) chmodSync(join(dataDir, file), 0o644)
  const second = await servers.start("open")
  for (const file of DATABASE_FILES) expect([file, modeOf(join(dataDir, file))]).toEqual([file, "600"])
  expect(await second.stop()).toBe(0)
})

it.each(["jwt-secret", "secrets-key"])("a %s that others can read ends the start with exit code 78", async (file) => {
  const dataDir = join(servers.directory, `read-${file}`)
  mkdirSync(dataDir)
  const path = join(dataDir, file)
  writeFileSync(path, "a secret that everybody on this machine knows", { mode: 0o644 })
  const child = runCommand(["serve"], { DATA_DIR: dataDir, PORT: "0", LOG_FORMAT: "pretty" })
  expect(await child.ended).toBe(78)
  expect(child.stderr()).toBe(
    `boardwright: ${path} can be read or changed by other users: run chmod 600 on it, or remove it for a new one\n`
  )
})

it("the kept secret outlives restarts, and takes its place in a rotation", async () => {
  const first = await servers.start("kept")
  const person = await newPerson(first, "kim")
  const token = await signIn(first, person)
  const kept = secretIn(first.dataDir)
  expect(await first.stop()).toBe(0)

  const second = await servers.start("kept")
  expect(secretIn(second.dataDir)).toBe(kept)
  expect(await get(second, "/api/auth/me", token)).toMatchObject({ status: 200, body: { email: person.email } })
  expect(await second.stop()).toBe(0)

  const next = "the next secret of more than thirty-two bytes"
  const rotating = await servers.start("kept", { JWT_SECRET: `${next},${kept}` })
  expect(await get(rotating, "/api/auth/me", token)).toMatchObject({ status: 200 })
  const newToken = await signIn(rotating, person)
  expect(await rotating.stop()).toBe(0)

  const rotated = await servers.start("kept", { JWT_SECRET: next })
  expect(await get(rotated, "/api/auth/me", newToken)).toMatchObject({ status: 200 })
  expect(await get(rotated, "/api/auth/me", token)).toMatchObject({ status: 401, body: { error: "Unauthorized" } })
  expect(await rotated.stop()).toBe(0)
})

it("the kept key for secrets outlives restarts", async () => {
  const first = await servers.start("key")
  const kept = secretIn(first.dataDir, "secrets-key")
  expect(kept).toMatch(/^[0-9a-f]{64}$/)
  expect(kept).not.toBe(secretIn(first.dataDir))
  expect(await first.stop()).toBe(0)
  const second = await servers.start("key")
  expect(secretIn(second.dataDir, "secrets-key")).toBe(kept)
  expect(await second.stop()).toBe(0)
})

it("given secrets are written nowhere", async () => {
  const [secret, key] = ["a given secret of more than thirty-two bytes", "0123456789abcdef".repeat(4)] as const
  const server = await servers.start("given", { JWT_SECRET: secret, SECRETS_KEY: key, LOG_LEVEL: "debug" })
  for (const file of ["jwt-secret", "secrets-key"]) expect(existsSync(join(server.dataDir, file))).toBe(false)
  expect(await server.stop()).toBe(0)
  for (const each of [secret, key]) expect(server.stderr()).not.toContain(each)
})

it("an outbox that cannot be written keeps mails for later", async () => {
  const server = await servers.start("no-outbox")
  const blocked = join(server.dataDir, "outbox")
  writeFileSync(blocked, "")
  await post(server, "/api/auth/signup", { name: "Ola", email: "ola@example.com", password: "password of ola" })
  await server.logged(/mail not sent, will be tried again/)
  rmSync(blocked)
  expect(await mailedLink(server, "ola@example.com")).toContain("/api/auth/verify-email?token=")
  expect(await server.stop()).toBe(0)
})
