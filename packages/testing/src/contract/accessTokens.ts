import { Ports } from "@boardwright/core"
import { assert } from "@effect/vitest"
import { Duration, Effect, type Layer, Option } from "effect"
import { contract, type Suite } from "./Suite.js"
import { at, atOnce, isNone, valueOf } from "./support.js"

const tokens = Effect.serviceFunctions(Ports.AccessTokens)

const CLAIMS: Ports.AccessClaims = { userId: "user-1", email: "o'neil+x@example.test", ver: 3 }
const ISSUED = Date.UTC(2031, 4, 5)
const after = (time: Duration.DurationInput): number => ISSUED + Duration.toMillis(time)

const accessTokensSuite =
  <E>(stranger: Layer.Layer<Ports.AccessTokens, E>): Suite<Ports.AccessTokens> =>
  (it) => {
    it("reads exactly the claims that it signed", function* () {
      for (const claims of [
        CLAIMS,
        { ...CLAIMS, ver: 0 },
        { ...CLAIMS, sid: "session-1" },
        { ...CLAIMS, userId: "Ünïcode 🔑 \"'" }
      ]) {
        const token = yield* tokens.sign(claims)
        assert.deepStrictEqual(valueOf(yield* tokens.verify(token)), claims)
        assert.deepStrictEqual(valueOf(yield* tokens.verify(token)), claims)
      }
    })

    it("a token is valid for 7 days from issue", function* () {
      const seen = yield* tokens.sign(CLAIMS).pipe(at(ISSUED))
      const unseen = yield* tokens.sign({ ...CLAIMS, ver: 4 }).pipe(at(ISSUED))
      const last = after(Duration.subtract("7 days", "1 second"))
      assert.deepStrictEqual(valueOf(yield* tokens.verify(seen).pipe(at(last))), CLAIMS)
      for (const later of [after(Duration.sum("7 days", "1 second")), after("365 days")]) {
        isNone(yield* tokens.verify(seen).pipe(at(later)))
        isNone(yield* tokens.verify(unseen).pipe(at(later)))
      }
    })

    it("a token is valid for the given lifetime", function* () {
      for (const [ver, lifetime] of [Duration.minutes(1), Duration.days(3650), Duration.minutes(90)].entries()) {
        const claims = { ...CLAIMS, ver }
        const token = yield* tokens.sign(claims, lifetime).pipe(at(ISSUED))
        const last = after(Duration.subtract(lifetime, "1 second"))
        assert.deepStrictEqual(valueOf(yield* tokens.verify(token).pipe(at(last))), claims)
        isNone(yield* tokens.verify(token).pipe(at(after(Duration.sum(lifetime, "1 second")))))
      }
    })

    it("rejects a token that was changed anywhere", function* () {
      const token = yield* tokens.sign(CLAIMS)
      // Not the last character: its lowest bits may be unused in base64url.
      for (let place = 0; place < token.length - 1; place++) {
        const changed = token.charAt(place) === "A" ? "B" : "A"
        isNone(yield* tokens.verify(token.slice(0, place) + changed + token.slice(place + 1)))
      }
    })

    it("rejects text that is not a token", function* () {
      const token = yield* tokens.sign(CLAIMS)
      const parts = token.split(".")
      const wrong = ["", " ", ".", "..", "a.b.c", "null", "{}", "🔑", "%", "x".repeat(100_000), `${token}x`]
      for (const text of [
        ...wrong,
        ` ${token}`,
        token.slice(1),
        token.slice(0, -4),
        `${parts.slice(0, -1).join(".")}.`
      ]) {
        isNone(yield* tokens.verify(text))
      }
    })

    it("rejects a token signed with another secret", function* () {
      const foreign = yield* Effect.provide(
        Effect.flatMap(Ports.AccessTokens, (other) => other.sign(CLAIMS)),
        stranger
      )
      isNone(yield* tokens.verify(foreign))
    })

    it("signs and reads tokens concurrently", function* () {
      const read = yield* atOnce(50, (ver) => Effect.flatMap(tokens.sign({ ...CLAIMS, ver }), tokens.verify))
      assert.deepStrictEqual(
        read.map((claims) => Option.getOrNull(claims)?.ver),
        Array.from({ length: 50 }, (_, ver) => ver)
      )
    })
  }

/** The contract of `AccessTokens`. `stranger` is the same adapter with another secret. */
export const accessTokensContract = <E, E2>(
  name: string,
  adapter: Layer.Layer<Ports.AccessTokens, E>,
  stranger: Layer.Layer<Ports.AccessTokens, E2>
): void => contract("AccessTokens", accessTokensSuite(stranger))(name, adapter)
