import { Account, Change, Facade, Metric, Ports, Rate, Trace, Trash } from "@boardwright/core"
import { Authentication } from "@boardwright/http"
import {
  AesSecretBox,
  BcryptHasher,
  HttpWebhookSender,
  JoseAccessTokens,
  MostUsedPasswords,
  openTelemetryTracer
} from "@boardwright/node"
import type { Tracer } from "@opentelemetry/api"
import { Clock, type Duration, Effect, Layer, Option, Redacted } from "effect"
import type {
  Authenticate,
  BoardwrightOptions,
  Captcha,
  HostUser,
  OpenTelemetryTracer,
  PasswordHasher,
  Users
} from "./BoardwrightOptions.js"
import { layer, withoutAccounts } from "./layer.js"
import { reportErrors } from "./reportErrors.js"

/** Calls a function of the host, sync or async. What it throws or rejects with is an unexpected failure. */
const hostCall = <A>(call: () => A | PromiseLike<A>): Effect.Effect<A> => Effect.promise(async () => call())

/** A number, as rows have it, would be another user than the same digits in `asUser`. */
const toUserId = (id: unknown): Account.UserId => {
  if (typeof id === "string") return Account.UserId.make(id)
  throw new TypeError(`the functions of users must return ids that are strings, not a ${typeof id}`)
}

const toUser = ({ avatar, email, id, name }: HostUser): Account.User => ({
  id: toUserId(id),
  name,
  email,
  avatar: avatar ?? Account.DEFAULT_AVATAR
})

const usersOf = ({ existing, find, findByEmail }: Users): Layer.Layer<Account.UserDirectory> =>
  Layer.succeed(Account.UserDirectory, {
    existing: (ids) =>
      Effect.map(
        hostCall(() => existing(ids)),
        (found) => found.map(toUserId)
      ),
    findByEmail: (email) =>
      Effect.map(
        hostCall(() => findByEmail(email)),
        (found) => Option.map(Option.fromNullable(found), toUser)
      ),
    ...(find !== undefined && {
      find: (ids) =>
        Effect.map(
          hostCall(() => find(ids)),
          (found) => found.map(toUser)
        )
    })
  })

const hasherOf = ({ hash, verify }: PasswordHasher): Layer.Layer<Ports.PasswordHasher> =>
  Layer.succeed(Ports.PasswordHasher, {
    hash: (password) => hostCall(() => hash(Redacted.value(password))),
    verify: (password, stored) => hostCall(() => verify(Redacted.value(password), stored))
  })

const authenticationOf = (authenticate: Authenticate): Layer.Layer<Authentication> =>
  Layer.succeed(Authentication, {
    authenticate: (request) =>
      Effect.map(
        hostCall(async () => {
          const actor = (await authenticate(request)) ?? null
          if (actor === null || Facade.isActor(actor)) return actor
          throw new TypeError("authenticate must answer asUser(id), operator, or null for nobody")
        }),
        Option.fromNullable
      )
  })

/** A check that rejects is `CaptchaUnavailable`: the sign-up may be tried again later. */
const captchaOf = (verify: Captcha): Layer.Layer<Ports.CaptchaVerifier> =>
  Layer.succeed(Ports.CaptchaVerifier, {
    verify: (token) =>
      Effect.tryPromise({ try: async () => verify(token), catch: (cause) => new Ports.CaptchaUnavailable({ cause }) })
  })

/** The host's time as Effect's clock. Sleeping uses the system's clock. */
const clockOf = (host: { readonly now: () => number }): Layer.Layer<never> => {
  const system = Clock.make()
  const now = () => host.now()
  const nanos = () => BigInt(Math.round(now())) * 1_000_000n
  return Layer.setClock({
    ...system,
    unsafeCurrentTimeMillis: now,
    unsafeCurrentTimeNanos: nanos,
    currentTimeMillis: Effect.sync(now),
    currentTimeNanos: Effect.sync(nanos),
    sleep: (duration: Duration.Duration) => system.sleep(duration)
  })
}

const redacted = (secret: string | ReadonlyArray<string>) => [secret].flat().map((each) => Redacted.make(each))
const tokensOf = (secret: string | ReadonlyArray<string>) => JoseAccessTokens.layer({ secrets: redacted(secret) })
const secretBoxOf = (key: string | ReadonlyArray<string>) => AesSecretBox.layer({ keys: redacted(key) })
const senderOf = (allowedHosts: ReadonlyArray<string>) => HttpWebhookSender.layer({ allowedHosts })

const accountLimitsOf = ({ rateLimits = {} }: BoardwrightOptions): Rate.AccountLimits =>
  rateLimits === false
    ? { account: Infinity, mail: Infinity }
    : {
        account: rateLimits.account ?? Rate.DEFAULT_ACCOUNT_LIMITS.account,
        mail: rateLimits.mail ?? Rate.DEFAULT_ACCOUNT_LIMITS.mail
      }

const given = <A>(option: A | undefined, toLayer: (value: A) => Layer.Layer<never>): Layer.Layer<never> =>
  option === undefined ? Layer.empty : toLayer(option)

const tracerOf = (tracer: OpenTelemetryTracer): Layer.Layer<never> =>
  Layer.unwrapEffect(
    Effect.promise(async () => {
      const api = await import("@opentelemetry/api")
      // Options have no types of a package that an app need not have.
      const traced = Layer.setTracer(openTelemetryTracer(tracer as Tracer, api))
      return Layer.merge(traced, Layer.succeed(Trace.ObservesDatabase, true))
    })
  )

/** Every service of an embedded Boardwright, from its options. */
export const optionsLayer = (options: BoardwrightOptions) => {
  const {
    authenticate,
    captcha,
    changesDays = Change.DEFAULT_CHANGES_DAYS,
    clock,
    jwtSecret,
    mailer,
    metrics = false,
    onError,
    passwordDenylist = false,
    passwordHasher,
    secretsKey,
    storage,
    tracer,
    trashDays = Trash.DEFAULT_TRASH_DAYS,
    users,
    webhookAllowedHosts
  } = options
  const adapters = Layer.mergeAll(
    storage.layer,
    withoutAccounts,
    Layer.succeed(Rate.CurrentAccountLimits, accountLimitsOf(options)),
    Layer.succeed(Change.ChangesDays, changesDays),
    Layer.succeed(Trash.TrashDays, trashDays),
    passwordHasher === undefined ? BcryptHasher.layer() : hasherOf(passwordHasher),
    passwordDenylist ? MostUsedPasswords.layer : Layer.empty,
    given(mailer, (each) => each.layer),
    given(jwtSecret, tokensOf),
    given(secretsKey, secretBoxOf),
    given(webhookAllowedHosts, senderOf),
    given(captcha, captchaOf),
    given(users, usersOf),
    given(authenticate, authenticationOf)
  )
  const environment = Layer.mergeAll(
    reportErrors(onError),
    given(clock, clockOf),
    given(tracer, tracerOf),
    Ports.newOutage,
    Layer.sync(Metric.CurrentMetrics, () => (metrics ? new Metric.Metrics() : null))
  )
  return layer(options).pipe(Layer.provideMerge(adapters), Layer.provideMerge(environment))
}
