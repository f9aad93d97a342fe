import { generateKeyPairSync } from "node:crypto"
import { Ports } from "@boardwright/core"
import { JoseAccessTokens } from "@boardwright/node"
import { assert, describe, it, layer } from "@effect/vitest"
import { Cause, Duration, Effect, Exit, Option, Redacted, Runtime, TestClock } from "effect"
import * as fc from "fast-check"
import { decodeJwt, decodeProtectedHeader, type JWTHeaderParameters, SignJWT } from "jose"

const SECRET = "the first secret, over 32 bytes long"
const OLD_SECRET = "an older secret, over 32 bytes long as well"
const WEEK = 604_800
const CLAIMS = { userId: "user-1", email: "ada@example.com", ver: 3 }
const GOOD = { ...CLAIMS, iat: 0, exp: WEEK }

const tokens = JoseAccessTokens.layer({ secrets: [Redacted.make(SECRET), Redacted.make(OLD_SECRET)] })
const bytes = (text: string) => new TextEncoder().encode(text)
const segment = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url")
const forge = (payload: Record<string, unknown>, header: Partial<JWTHeaderParameters> = {}, secret = SECRET) =>
  Effect.promise(() =>
    new SignJWT(payload).setProtectedHeader({ alg: "HS256", typ: "JWT", ...header }).sign(bytes(secret))
  )
const verify = (token: string) => Effect.flatMap(Ports.AccessTokens, (port) => port.verify(token))
const refuses = (token: string) => Effect.map(verify(token), (claims) => assert.isTrue(Option.isNone(claims)))
const accepts = (token: string) =>
  Effect.map(verify(token), (claims) => assert.deepStrictEqual(Option.getOrNull(claims), CLAIMS))

describe("JoseAccessTokens", () => {
  layer(tokens)((it) => {
    it.effect("signs HS256 for 7 days, and verifies its own tokens", () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(0)
        const { sign } = yield* Ports.AccessTokens
        yield* TestClock.adjust("100 seconds")
        const token = yield* sign(CLAIMS)
        assert.deepStrictEqual(decodeProtectedHeader(token), { alg: "HS256", typ: "JWT" })
        assert.deepStrictEqual(decodeJwt(token), { ...CLAIMS, iat: 100, exp: 100 + WEEK })
        yield* accepts(token)
      })
    )

    it.effect("rejects a token with an issuer or an audience, signed with the same secret", () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(0)
        for (const named of [{ iss: "https://host.example" }, { iss: "" }, { aud: "billing" }, { aud: ["a", "b"] }]) {
          yield* refuses(yield* forge({ ...GOOD, ...named }))
        }
      })
    )

    it.effect("rejects an expired token, cached or not", () =>
      Effect.gen(function* () {
        // A time of its own: equal tokens are one, and one that was over is over for all tests.
        yield* TestClock.setTime(500_000)
        const { sign } = yield* Ports.AccessTokens
        const [seen, unseen] = [yield* sign(CLAIMS), yield* sign({ ...CLAIMS, ver: 4 })]
        yield* accepts(seen)
        yield* TestClock.adjust(Duration.subtract(Ports.ACCESS_TOKEN_LIFETIME, "1 second"))
        yield* accepts(seen)
        yield* TestClock.adjust("1 second")
        yield* refuses(seen)
        yield* refuses(seen)
        yield* refuses(unseen)
        // A clock that is set back revives neither.
        yield* TestClock.setTime(500_000)
        yield* refuses(seen)
        yield* refuses(unseen)
      })
    )

    it.effect("rejects a token from the future when the clock is set back, cached or not", () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(7_200_000)
        const { sign } = yield* Ports.AccessTokens
        const [seen, unseen] = [yield* sign(CLAIMS), yield* sign({ ...CLAIMS, ver: 4 })]
        yield* accepts(seen)
        yield* TestClock.setTime(0)
        yield* refuses(seen)
        yield* refuses(unseen)
        yield* TestClock.setTime(7_140_000)
        yield* accepts(seen)
      })
    )

    it.effect("accepts a token of any of its secrets, and of no other", () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(0)
        yield* accepts(yield* forge(GOOD))
        yield* accepts(yield* forge(GOOD, {}, OLD_SECRET))
        yield* refuses(yield* forge(GOOD, {}, "a secret of somebody else, 32 bytes or more"))
      })
    )

    it.effect("rejects a changed token, even if the original is cached", () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(0)
        const { sign } = yield* Ports.AccessTokens
        const token = yield* sign(CLAIMS)
        yield* accepts(token)
        const [header = "", payload = "", signature = ""] = token.split(".")
        const other = segment({ ...GOOD, userId: "user-2" })
        const flipped = (signature.startsWith("A") ? "B" : "A") + signature.slice(1)
        yield* refuses(`${header}.${other}.${signature}`)
        yield* refuses(`${header}.${payload}.${flipped}`)
        yield* refuses(`${header}.${payload}.`)
        yield* refuses(`${header}.${payload}`)
        yield* refuses(`${token}.`)
        yield* refuses(` ${token}`)
        yield* accepts(token)
      })
    )

    it.effect("rejects every other algorithm", () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(0)
        const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 })
        const rs256 = yield* Effect.promise(() =>
          new SignJWT(GOOD).setProtectedHeader({ alg: "RS256" }).sign(privateKey)
        )
        yield* refuses(rs256)
        yield* refuses(yield* forge(GOOD, { alg: "HS512" }, SECRET.repeat(2)))
        yield* refuses(yield* forge(GOOD, { alg: "HS384" }, SECRET.repeat(2)))
        for (const alg of ["none", "None", "HS256"]) yield* refuses(`${segment({ alg })}.${segment(GOOD)}.`)
      })
    )

    it.effect("ignores the type, and rejects critical extensions", () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(0)
        yield* accepts(yield* forge(GOOD, { typ: "at+jwt" }))
        const bare = yield* Effect.promise(() =>
          new SignJWT(GOOD).setProtectedHeader({ alg: "HS256" }).sign(bytes(SECRET))
        )
        yield* accepts(bare)
        const [, payload = "", signature = ""] = bare.split(".")
        yield* refuses(`${segment({ alg: "HS256", crit: ["x"], x: 1 })}.${payload}.${signature}`)
      })
    )

    it.effect("rejects missing and odd claims", () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(0)
        const odd = {
          userId: [undefined, "", 7, null, ["user-1"]],
          email: [undefined, "", 7],
          ver: [undefined, -1, 1.5, "3", null, 2 ** 60],
          iat: [undefined, "0", 0.5, 61],
          exp: [undefined, "604800", 0, -1, 1.5, null]
        }
        for (const [claim, values] of Object.entries(odd)) {
          for (const value of values) yield* refuses(yield* forge({ ...GOOD, [claim]: value }))
        }
        yield* accepts(yield* forge({ ...GOOD, iat: 60 }))
        yield* refuses(yield* forge({ ...GOOD, nbf: 5 }))
      })
    )

    it.effect("rejects an over-long token, signed or not", () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(0)
        yield* accepts(yield* forge({ ...GOOD, more: "x".repeat(5000) }))
        yield* refuses(yield* forge({ ...GOOD, more: "x".repeat(8192) }))
      })
    )

    it.effect("gives none for anything that is not a token", () =>
      Effect.flatMap(Effect.runtime<Ports.AccessTokens>(), (runtime) => {
        const none = (token: string) => Runtime.runPromise(runtime)(refuses(token))
        const base64 = fc.string({ unit: "binary" }).map((text) => Buffer.from(text).toString("base64url"))
        const json = fc.json().map((text) => Buffer.from(text).toString("base64url"))
        const part = fc.oneof(base64, json, fc.string(), fc.constant(segment({ alg: "HS256" })))
        const token = fc.array(part, { maxLength: 5 }).map((parts) => parts.join("."))
        return Effect.promise(() => fc.assert(fc.asyncProperty(token, none), { numRuns: 300 }))
      })
    )
  })

  it.effect("does not start with a weak secret, and does not reveal it", () =>
    Effect.gen(function* () {
      const weak = ["only 31 bytes of this are secret", "ä".repeat(15) + "b"].map((text) => text.slice(0, 31))
      for (const secrets of [[], [SECRET, weak[0] ?? ""], [weak[1] ?? ""]]) {
        const layer = JoseAccessTokens.layer({ secrets: secrets.map((text) => Redacted.make(text)) })
        const exit = yield* Effect.exit(Effect.provide(Ports.AccessTokens, layer))
        assert.isTrue(Exit.isFailure(exit) && Cause.isDie(exit.cause))
        for (const text of secrets) assert.notInclude(String(exit), text)
      }
      const least = JoseAccessTokens.layer({ secrets: [Redacted.make("ä".repeat(16))] })
      assert.isTrue(Exit.isSuccess(yield* Effect.exit(Effect.provide(Ports.AccessTokens, least))))
    })
  )
})
