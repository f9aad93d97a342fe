import { Account } from "@boardwright/core"
import { MostUsedPasswords } from "@boardwright/node"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"

it.effect("denies the most used passwords that are long enough, in lower case", () =>
  Effect.gen(function* () {
    const denied = yield* Account.PasswordDenylist
    assert.isTrue(["password", "12345678", "football1"].every((password) => denied.has(password)))
    assert.isFalse(["123456", "Password", "correct horse"].some((password) => denied.has(password)))
    assert.isAbove(denied.size, 3_000)
    for (const password of denied) {
      assert.strictEqual(password, password.toLowerCase())
      assert.isNull(Account.passwordProblem(password))
    }
  }).pipe(Effect.provide(MostUsedPasswords.layer))
)
