import { Account, Ports } from "@boardwright/core"
import { Authentication, Redirects, redirectsTo } from "@boardwright/http"
import { BcryptHasher, CryptoSecrets, JoseAccessTokens, UuidIds } from "@boardwright/node"
import { Clock, Duration, Effect, Layer, Logger, Option, Redacted } from "effect"
import type { BoardwrightOptions, PasswordHasher, Users } from "./options.js"

const LOCAL = "http://localhost:3000"

/** A rejected promise of the host's is its bug, and ends as an unexpected failure. */
const hostCall = <A>(call: () => Promise<A>): Effect.Effect<A> => Effect.promise(call)

const usersOf = (users: Users): Layer.Layer<Account.UserDirectory> =>
  Layer.succeed(Account.UserDirectory, {
    existing: (ids) =>
      Effect.map(
        hostCall(() => users.existing(ids)),
        (found) => found.map((id) => Account.UserId.make(id))
      ),
    findByEmail: (email) =>
      Effect.map(
        hostCall(() => users.findByEmail(email)),
        (found) =>
          Option.map(Option.fromNullable(found), ({ avatar = Account.DEFAULT_AVATAR, email, id, name }) => ({
            id: Account.UserId.make(id),
            name,
            email,
            avatar
          }))
      )
  })

const hasherOf = ({ hash, verify }: PasswordHasher): Layer.Layer<Ports.PasswordHasher> =>
  Layer.succeed(Ports.PasswordHasher, {
    hash: (password) => hostCall(() => hash(Redacted.value(password))),
    verify: (password, stored) => hostCall(() => verify(Redacted.value(password), stored))
  })

const authenticationOf = (authenticate: NonNullable<BoardwrightOptions["authenticate"]>): Layer.Layer<Authentication> =>
  Layer.succeed(Authentication, {
    authenticate: (request) =>
      Effect.map(
        hostCall(async () => authenticate(request)),
        Option.fromNullable
      )
  })

const captchaOf = (verify: NonNullable<BoardwrightOptions["captcha"]>): Layer.Layer<Ports.CaptchaVerifier> =>
  Layer.succeed(Ports.CaptchaVerifier, {
    verify: (token) =>
      Effect.tryPromise({ try: () => verify(token), catch: (cause) => new Ports.CaptchaUnavailable({ cause }) })
  })

const NO_MAILER: Layer.Layer<Ports.Mailer> = Layer.succeed(Ports.Mailer, {
  send: () => new Ports.MailUnavailable({ cause: new Error("no mailer is configured: give createBoardwright one") })
})

/** Signs nothing and knows no token: for hosts with users of their own. */
const NO_TOKENS: Layer.Layer<Ports.AccessTokens> = Layer.succeed(Ports.AccessTokens, {
  sign: () => Effect.dieMessage("no jwtSecret is configured: give createBoardwright one"),
  verify: () => Effect.succeedNone
})

const tokensOf = (secret: BoardwrightOptions["jwtSecret"]): Layer.Layer<Ports.AccessTokens> =>
  secret === undefined
    ? NO_TOKENS
    : JoseAccessTokens.layer({
        secrets: (typeof secret === "string" ? [secret] : secret).map((each) => Redacted.make(each))
      })

const clockOf = ({ now }: { readonly now: () => number }): Layer.Layer<never> => {
  const system = Clock.make()
  return Layer.setClock({
    ...system,
    unsafeCurrentTimeMillis: now,
    unsafeCurrentTimeNanos: () => BigInt(now()) * 1_000_000n,
    currentTimeMillis: Effect.sync(now),
    currentTimeNanos: Effect.sync(() => BigInt(now()) * 1_000_000n),
    sleep: (duration: Duration.Duration) => system.sleep(duration)
  })
}

const logsOf = (onError: (error: unknown) => void): Layer.Layer<never> =>
  Logger.replace(
    Logger.defaultLogger,
    Logger.make(({ cause, logLevel, message }) => {
      if (logLevel.ordinal >= 30_000) onError(cause._tag === "Empty" ? message : cause)
    })
  )

/** The address without a slash at its end. */
export const baseUrlOf = ({ baseUrl = LOCAL }: BoardwrightOptions): string => baseUrl.replace(/\/+$/, "")

/** Every service behind an embedded Boardwright, from its options. */
export const layerOf = (options: BoardwrightOptions) => {
  const appUrl = options.appUrl?.replace(/\/+$/, "") ?? null
  const ports = Layer.mergeAll(
    options.storage.layer,
    options.mailer?.layer ?? NO_MAILER,
    tokensOf(options.jwtSecret),
    options.passwordHasher === undefined ? BcryptHasher.layer() : hasherOf(options.passwordHasher),
    options.captcha === undefined ? Ports.CaptchaVerifier.none : captchaOf(options.captcha),
    CryptoSecrets.layer,
    UuidIds.layer,
    Layer.succeed(Ports.Links, Ports.Links.to(baseUrlOf(options), appUrl)),
    Layer.succeed(Redirects, redirectsTo(appUrl ?? options.basePath ?? null))
  )
  const derived = Layer.mergeAll(
    options.users === undefined ? Account.UserDirectory.accounts : usersOf(options.users),
    options.authenticate === undefined ? Authentication.accessTokens : authenticationOf(options.authenticate)
  )
  const environment = Layer.mergeAll(
    options.clock === undefined ? Layer.empty : clockOf(options.clock),
    options.onError === undefined ? Layer.empty : logsOf(options.onError)
  )
  return Layer.provideMerge(derived, ports).pipe(Layer.provideMerge(environment))
}
