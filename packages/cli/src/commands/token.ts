import { Account } from "@boardwright/core"
import { Effect } from "effect"
import { Conflict } from "../terminal/failures.js"
import { note, print } from "../terminal/print.js"
import { refusedAs, withAccessTokens, withApp } from "../terminal/withApp.js"

/** `boardwright token mint`. `expires` is in milliseconds. */
export const mintToken = Effect.fnUntraced(function* (flags: {
  readonly as: string
  readonly expires: number | undefined
}) {
  const { as, expires: lifetime } = flags
  const { expiresAt, token } = yield* Account.mintToken(as, { lifetime }).pipe(
    withApp,
    withAccessTokens,
    refusedAs({ lifetime: "--expires" }),
    Effect.catchTag("AccountDisabled", () => new Conflict({ message: `${as} is disabled, so a token would be void` }))
  )
  yield* print(`${token}\n`)
  yield* note(`a token of ${as}, valid until ${expiresAt}, or until the password is changed`)
})
