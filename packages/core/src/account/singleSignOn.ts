import { Duration, Effect, Option, Schema } from "effect"
import { IdentityProvider } from "../ports/IdentityProvider.js"
import { Secrets } from "../ports/Secrets.js"
import { transactional } from "../ports/Transactor.js"
import { decodeInput } from "../values/InvalidInput.js"
import { NotFound } from "../values/NotFound.js"
import { PlainString } from "../values/Text.js"
import { fromMillis, now, toMillis } from "../values/Timestamp.js"
import { toProfile } from "./Account.js"
import { InvalidCredentials, InvalidEmailToken } from "./AccountError.js"
import { AccountRepository } from "./AccountRepository.js"
import { EmailTokenRepository, findEmailToken, LIFETIME } from "./EmailTokenRepository.js"
import { rememberClient } from "./knownClients.js"
import { linkIdentity } from "./linkIdentity.js"
import { recordSignIn } from "./recordSignIn.js"
import { type SessionId } from "./SessionRepository.js"
import { startSession } from "./startSession.js"

const provider = Effect.flatMap(IdentityProvider, (found) =>
  found === null ? new NotFound({ thing: "Identity provider", id: "" }) : Effect.succeed(found)
)

/** What is hashed for a code: it is of no use without what the browser keeps. */
const bound = (code: string, pending: string): string => `${code} ${pending}`

/**
 * Begins a sign-in at the identity provider: the address of its page, and what the browser keeps meanwhile. Fails with
 * `NotFound` if no provider is configured, or `ProviderUnavailable`.
 */
export const startSingleSignOn = Effect.fnUntraced(function* () {
  return yield* (yield* provider).begin
})

/**
 * Ends a sign-in at the identity provider, by what the browser kept and the query that the provider sent it back with, and
 * returns a code: valid once, for a minute, with what the browser kept. Fails with `NotFound`, `ProviderUnavailable`,
 * `SignInRejected`, `EmailNotVerified`, `IdentityConflict`, or `InvalidCredentials` if the account is disabled.
 */
export const finishSingleSignOn = Effect.fnUntraced(function* (pending: string, query: string) {
  const accounts = yield* AccountRepository
  const tokens = yield* EmailTokenRepository
  const secrets = yield* Secrets
  const provided = yield* (yield* provider).finish(pending, query)
  const { token: code } = yield* secrets.mint
  const hash = yield* secrets.hash(bound(code, pending))
  const link = Effect.gen(function* () {
    const userId = yield* linkIdentity(provided)
    const account = yield* accounts.find(userId)
    if (Option.isNone(account) || account.value.disabledAt !== null) return yield* new InvalidCredentials()
    const expiresAt = fromMillis(toMillis(yield* now) + Duration.toMillis(LIFETIME.signin))
    yield* tokens.insert({ hash, purpose: "signin", userId, expiresAt, usedAt: null })
  })
  // A concurrent first sign-in, or a sign-up, may have stored the account: the second attempt finds it.
  yield* transactional(link).pipe(
    Effect.catchTag("EmailTaken", () => transactional(link)),
    Effect.catchTag("EmailTaken", () => new InvalidCredentials())
  )
  return { code }
})

/** The code of a single sign-on; any other text is wrong, not invalid. */
export const ExchangeSignInCode = Schema.Struct({ code: PlainString })
export type ExchangeSignInCode = typeof ExchangeSignInCode.Encoded

const decode = decodeInput(ExchangeSignInCode)

/**
 * Starts a session by the code of a single sign-on, once, and by what the browser kept. Returns what signing in does. Fails
 * with `InvalidInput`, `InvalidEmailToken` if the code is unknown, used or expired, or `InvalidCredentials` if the account is
 * disabled.
 */
export const exchangeSignInCode = Effect.fnUntraced(function* (pending: string, input: ExchangeSignInCode) {
  const { code } = yield* decode(input)
  const found = yield* findEmailToken("signin", bound(code, pending))
  const isFirst = yield* (yield* EmailTokenRepository).consume(found.hash, yield* now)
  if (!isFirst) return yield* new InvalidEmailToken()
  const account = Option.getOrNull(yield* (yield* AccountRepository).find(found.userId))
  if (account === null || account.disabledAt !== null) return yield* new InvalidCredentials()
  yield* rememberClient(account.id)
  const record = (id: SessionId) => recordSignIn(account.id, id, { by: "single sign-on" })
  return { token: yield* startSession(account, record), user: toProfile(account) }
})
