import { describe, expect, it } from "vitest"
import { newDatabase } from "../../../test/support/postgres/databases.js"
import { get } from "../../../test/support/standalone.js"
import { DATABASES, places, refused } from "./userRuns.js"

const place = places()
const email = "ada@example.com"
const password = "correct horse battery"
const DAY = 86_400

const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString())

describe.each(DATABASES)("a minted token on %s", (_, database) => {
  it("is the only output, and is valid until the password is changed", async () => {
    const { run, start, user } = await place(database)
    const server = await start()
    const id = await user(email, password)
    const { code, stderr, stdout } = await run(["token", "mint", "--as", "ADA@example.com"])
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+\n$/)])
    const token = stdout.trim()
    expect(stderr).toMatch(/^a token of ADA@example\.com, valid until \d{4}-\S+Z, or until the password is changed\n$/)
    const claims = claimsOf(token)
    expect(claims).toMatchObject({ userId: id, email })
    expect(claims.exp - claims.iat).toBe(7 * DAY)
    expect(await get(server, "/api/auth/me", token)).toMatchObject({ status: 200, body: { id } })
    await run(["user", "set-password", id, "--password-stdin"], "another password")
    expect((await get(server, "/api/auth/me", token)).status).toBe(401)
  })
})

describe("boardwright token mint", () => {
  it("takes lifetimes from a minute to ten years", async () => {
    const { run, user } = await place()
    await user(email, password)
    const lifetimes = { "1m": 60, "12h": DAY / 2, "30d": 30 * DAY, "4w": 28 * DAY, "10y": 3650 * DAY }
    for (const [written, seconds] of Object.entries(lifetimes)) {
      const { stdout } = await run(["token", "mint", "--as", email, "--expires", written])
      const { exp, iat } = claimsOf(stdout)
      expect([written, exp - iat]).toEqual([written, seconds])
    }
    for (const written of ["0m", "3651d", "30s", "1.5d", "-1d"]) {
      const { code, stderr, stdout } = await run(["token", "mint", "--as", email, `--expires=${written}`])
      expect([written, code, stdout]).toEqual([written, 2, ""])
      expect(stderr).toMatch(/^boardwright: --expires must be /)
    }
  })

  it("refuses unknown and disabled users", async () => {
    const { run, user } = await place()
    await user(email, password)
    await run(["user", "disable", email])
    expect(await run(["token", "mint", "--as", email])).toEqual(
      refused(5, `${email} is disabled, so a token would be void`)
    )
    expect(await run(["token", "mint", "--as", "nobody@example.com"])).toEqual(
      refused(4, 'User "nobody@example.com" does not exist')
    )
    expect(await run(["token", "mint"])).toMatchObject({ code: 2, stdout: "" })
  })
})

describe("on PostgreSQL without JWT_SECRET", () => {
  it("no token is minted, and other commands work", async () => {
    const { url } = await newDatabase()
    const { run, user } = await place(async () => ({ DATABASE_URL: url }))
    const id = await user(email, password)
    expect((await run(["user", "list"])).stdout).toContain(`\t${id}\n`)
    expect((await run(["seed", "--demo"])).code).toBe(0)
    expect(await run(["token", "mint", "--as", email])).toEqual(
      refused(78, "JWT_SECRET: is required with PostgreSQL, the same for every instance")
    )
  })
})
