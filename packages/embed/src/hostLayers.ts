import { Account, Facade, Ports } from "@boardwright/core"
import { Authentication } from "@boardwright/http"
import { Effect, Layer, Option, Redacted } from "effect"
import type { Authenticate, Captcha, PasswordHasher, Users } from "./options.js"

/** A host's function may be sync or async. What it throws or rejects with is its bug: an unexpected failure. */
const hostCall = <A>(call: () => A | PromiseLike<A>): Effect.Effect<A> => Effect.promise(async () => call())

/** The host's users in place of our accounts. */
export const usersOf = (users: Users): Layer.Layer<Account.UserDirectory> =>
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

/** The host's hashing in place of bcrypt. */
export const hasherOf = ({ hash, verify }: PasswordHasher): Layer.Layer<Ports.PasswordHasher> =>
  Layer.succeed(Ports.PasswordHasher, {
    hash: (password) => hostCall(() => hash(Redacted.value(password))),
    verify: (password, stored) => hostCall(() => verify(Redacted.value(password), stored))
  })

/** The host's sessions in place of our access tokens. */
export const authenticationOf = (authenticate: Authenticate): Layer.Layer<Authentication> =>
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

/** The host's check of CAPTCHA tokens; where it rejects, the sign-up may be tried again later. */
export const captchaOf = (verify: Captcha): Layer.Layer<Ports.CaptchaVerifier> =>
  Layer.succeed(Ports.CaptchaVerifier, {
    verify: (token) =>
      Effect.tryPromise({ try: async () => verify(token), catch: (cause) => new Ports.CaptchaUnavailable({ cause }) })
  })
