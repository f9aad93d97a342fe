import { Ports, Rate } from "@boardwright/core"
import { BcryptHasher, JoseAccessTokens } from "@boardwright/node"
import { Layer, Redacted } from "effect"
import { clockOf } from "./clockOf.js"
import { authenticationOf, captchaOf, hasherOf, usersOf } from "./hostLayers.js"
import { layer, withoutAccounts } from "./layer.js"
import type { BoardwrightOptions } from "./options.js"
import { reportTo } from "./reportTo.js"

const tokensOf = (secret: string | ReadonlyArray<string>) =>
  JoseAccessTokens.layer({ secrets: [secret].flat().map((each) => Redacted.make(each)) })

const accountLimitsOf = ({ rateLimits = {} }: BoardwrightOptions): Rate.AccountLimits =>
  rateLimits === false
    ? { account: Infinity, mail: Infinity }
    : {
        account: rateLimits.account ?? Rate.DEFAULT_ACCOUNT_LIMITS.account,
        mail: rateLimits.mail ?? Rate.DEFAULT_ACCOUNT_LIMITS.mail
      }

const given = <A>(option: A | undefined, toLayer: (value: A) => Layer.Layer<never>): Layer.Layer<never> =>
  option === undefined ? Layer.empty : toLayer(option)

/** Every service behind an embedded Boardwright, from its options. */
export const layerOf = (options: BoardwrightOptions) => {
  const { authenticate, captcha, clock, jwtSecret, mailer, onError, passwordHasher, storage, users } = options
  const adapters = Layer.mergeAll(
    storage.layer,
    withoutAccounts,
    Layer.succeed(Rate.CurrentAccountLimits, accountLimitsOf(options)),
    passwordHasher === undefined ? BcryptHasher.layer() : hasherOf(passwordHasher),
    given(mailer, (each) => each.layer),
    given(jwtSecret, tokensOf),
    given(captcha, captchaOf),
    given(users, usersOf),
    given(authenticate, authenticationOf)
  )
  const environment = Layer.mergeAll(reportTo(onError), given(clock, clockOf), Ports.newOutage)
  return layer(options).pipe(Layer.provideMerge(adapters), Layer.provideMerge(environment))
}
