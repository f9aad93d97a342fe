import { createHash } from "node:crypto"
import { Account, type Mail, Ports } from "@boardwright/core"
import { Effect, Option } from "effect"
import { describe, expect, it } from "vitest"
import { expectInvalid, expectError, onServer } from "../../http/given.js"
import { tally } from "../../postgres/twoServers.js"
import type { TestServer } from "../../support/server.js"
import { givenUnverified, operate, opens, reset, resetToken, signIn, verificationToken } from "./given.js"

const INVALID = "Invalid or expired token"

// What is made of a good token, and is none. That a token works once, beside others and until it expires: test/http.
const BENT: ReadonlyArray<readonly [name: string, bend: (token: string) => string]> = [
  ["in capitals", (token) => token.toUpperCase()],
  ["with its case swapped in one place", (token) => token.replace(/[a-f]/, (letter) => letter.toUpperCase())],
  ["with a blank before it", (token) => ` ${token}`],
  ["with a blank after it", (token) => `${token} `],
  ["with a line's end", (token) => `${token}\r\n`],
  ["with a tab within", (token) => `${token.slice(0, 32)}\t${token.slice(32)}`],
  ["with an invisible character", (token) => `${token}\u200B`],
  [
    "with full-width digits",
    (token) => token.replace(/\d/, (digit) => String.fromCharCode(0xfee0 + digit.charCodeAt(0)))
  ],
  ["one character longer", (token) => `${token}0`],
  ["one character shorter", (token) => token.slice(0, -1)],
  ["only its beginning", (token) => token.slice(0, 8)],
  ["with its last character changed", (token) => token.slice(0, -1) + (token.endsWith("0") ? "1" : "0")],
  ["twice", (token) => token + token],
  ["in quotes", (token) => `"${token}"`],
  ["with a wildcard", (token) => `${token.slice(0, 63)}%`],
  ["with SQL", (token) => `${token}' or '1'='1`],
  ["its bytes in base64", (token) => Buffer.from(token, "hex").toString("base64")],
  ["its hash, as it is stored", (token) => createHash("sha256").update(token).digest("hex")],
  ["a long text that begins with it", (token) => token + "0".repeat(100_000)]
]
const IN_A_LINK = BENT.filter(([name]) => !name.startsWith("a long"))

/** The token's row, at the time when it is valid no more. */
const expire = (server: TestServer, purpose: Mail.TokenPurpose, email: string) =>
  server.run(
    Effect.gen(function* () {
      const tokens = yield* Account.EmailTokenRepository
      const { id: userId } = Option.getOrThrow(yield* (yield* Account.AccountRepository).findByEmail(email))
      const { hash, token } = yield* (yield* Ports.Secrets).mint
      const expiresAt = new Date(Date.now() - 1).toISOString() as Account.EmailToken["expiresAt"]
      yield* tokens.insert({ hash, purpose, userId, expiresAt, usedAt: null })
      return { token, isStored: Effect.map(tokens.find(purpose, hash), Option.isSome) }
    })
  )

describe("a mailed token", () => {
  const { server, as } = onServer()
  it("for a new password is not used, nor used up, by anything like it", async () => {
    const { email } = await server().user("ada")
    const token = await resetToken(server(), email)
    for (const [, bend] of BENT) expectError(await reset(server(), bend(token)), 400, INVALID)
    for (const odd of [[token], { token }, [[token]], 5, true, null]) {
      expectInvalid(await reset(server(), odd), ["token"], "Password doesn't meet requirements")
    }
    expect(await reset(server(), `${token}\0`)).toMatchObject({ status: 400, body: { error: "Validation failed" } })
    expect((await signIn(server(), email, "password of ada")).status).toBe(200)
    expect((await reset(server(), token)).status).toBe(200)
  })

  it("to verify an address is not used, nor used up, by anything like it", async () => {
    const { email, password } = await givenUnverified(server())
    const token = await verificationToken(server(), email)
    const queries = [
      ...IN_A_LINK.map(([, bend]) => `?token=${encodeURIComponent(bend(token))}`),
      ...[`?token=${token}%00`, `?token[]=${token}`, `?token=${token}&token=${token}`, `?token=x&token=${token}`],
      ...[`?Token=${token}`, `?token=${token}%26x`, `?x=token=${token}`, `?token=+${token}`]
    ]
    for (const query of queries) expect([query, await opens(server(), query)]).toEqual([query, false])
    expectError(await signIn(server(), email, password), 401, "Email not verified")
    expect(await opens(server(), `?token=${token}`)).toBe(true)
    expect((await signIn(server(), email, password)).status).toBe(200)
  })

  it("does only what it was mailed for, and is good for that afterwards", async () => {
    const { email, password } = await givenUnverified(server())
    const [verification, forReset] = [await verificationToken(server(), email), await resetToken(server(), email)]
    expectError(await reset(server(), verification), 400, INVALID)
    expect(await opens(server(), `?token=${forReset}`)).toBe(false)
    expectError(await signIn(server(), email, password), 401, "Email not verified")
    expect((await as({ token: verification }).get("/api/auth/me")).status).toBe(401)
    expect((await reset(server(), forReset)).status).toBe(200)
    expect(await opens(server(), `?token=${verification}`)).toBe(true)
  })

  it("changes the account it was mailed to, whoever else is named beside it", async () => {
    const [eve, victim] = [await server().user("eve"), await server().user("ada")]
    const token = await resetToken(server(), eve.email)
    const others = { email: victim.email, userId: victim.id, id: victim.id, user: victim }
    const body = { token, password: "password of eve's", ...others }
    expect((await as(null).post(`/api/auth/reset-password?email=${victim.email}`, body)).status).toBe(200)
    expectError(await signIn(server(), victim.email, body.password), 401, "Invalid credentials")
    expect((await signIn(server(), victim.email, "password of ada")).status).toBe(200)
    expect((await as(victim).get("/api/auth/me")).status).toBe(200)
    expect((await signIn(server(), eve.email, body.password)).status).toBe(200)
  })

  it("of fifty uses at once sets one password", async () => {
    const { email } = await server().user("ada")
    const token = await resetToken(server(), email)
    const uses = Array.from({ length: 50 }, (_, at) => reset(server(), token, `new password ${at}`))
    const answers = await Promise.all(uses)
    expect(tally(answers)).toEqual({ 200: 1, 400: 49 })
    for (const [at, { status }] of answers.entries()) {
      expect((await signIn(server(), email, `new password ${at}`)).status).toBe(status === 200 ? 200 : 401)
    }
  })

  it("of fifty openings at once verifies once, and all succeed", async () => {
    const { email } = await givenUnverified(server())
    const token = await verificationToken(server(), email)
    const opened = await Promise.all(Array.from({ length: 50 }, () => opens(server(), `?token=${token}`)))
    expect(opened).toEqual(opened.map(() => true))
  })

  it("of a disabled account sets no password, then or when it is enabled again", async () => {
    const { email, id } = await server().user("ada")
    const before = await resetToken(server(), email)
    await operate(server(), Account.disableAccount(id))
    expect(await resetToken(server(), email)).toBe(before)
    expectError(await reset(server(), before), 400, INVALID)
    await operate(server(), Account.enableAccount(id))
    expectError(await reset(server(), before), 400, INVALID)
    expect((await signIn(server(), email, "password of ada")).status).toBe(200)
  })

  describe.each(["verification", "reset"] as const)("for %s", (purpose) => {
    it("that has expired is gone once it was presented, so that no clock revives it", async () => {
      const { email } = await givenUnverified(server())
      const { isStored, token } = await expire(server(), purpose, email)
      expect(await server().run(isStored)).toBe(true)
      const present = {
        reset: async () => (await reset(server(), token)).status === 200,
        verification: () => opens(server(), `?token=${token}`)
      }
      expect(await present[purpose]()).toBe(false)
      expect(await server().run(isStored)).toBe(false)
    })
  })
})
