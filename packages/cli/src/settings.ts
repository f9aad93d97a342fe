import { Config, type ConfigError, Effect } from "effect"
import { dataVariables } from "./settings/dataVariables.js"
import { logVariables } from "./settings/logVariables.js"
import { mailVariables } from "./settings/mailVariables.js"
import { pageVariables } from "./settings/pageVariables.js"
import { ConfigurationInvalid, readVariables } from "./variables.js"
import { serverVariables } from "./settings/serverVariables.js"
import { limitVariables, signInVariables } from "./settings/signInVariables.js"
import { themes } from "./settings/themes.js"

const settings = Config.all({
  ...serverVariables,
  ...dataVariables,
  ...mailVariables,
  ...signInVariables,
  rateLimits: Config.all(limitVariables),
  ...logVariables,
  ...pageVariables
})

/** What the variables say, with the defaults that depend on nothing else filled in. */
export type Settings = Config.Config.Success<typeof settings>

/** Every variable that is read, each also as `NAME_FILE`. */
export const VARIABLES: ReadonlyArray<string> = themes.flatMap(({ variables }) => variables.map(({ name }) => name))

const lineOf = (error: ConfigError.ConfigError): string => {
  if (error._op === "And" || error._op === "Or") return `${lineOf(error.left)}; ${lineOf(error.right)}`
  return `${error.path.join(".")}: ${error.message}`
}

/** Reads the settings of an environment. Fails with `ConfigurationInvalid`, whose message names variable and rule. */
export const readSettings = (environment: {
  readonly [name: string]: string | undefined
}): Effect.Effect<Settings, ConfigurationInvalid> =>
  Effect.try({
    try: () => readVariables(VARIABLES, environment),
    catch: (cause) => (cause instanceof ConfigurationInvalid ? cause : new ConfigurationInvalid(String(cause)))
  }).pipe(
    Effect.flatMap((provider) => provider.load(settings)),
    Effect.mapError((error) =>
      error instanceof ConfigurationInvalid ? error : new ConfigurationInvalid(lineOf(error))
    ),
    Effect.filterOrFail(
      ({ captchaSecret, captchaUrl }) => (captchaSecret === null) === (captchaUrl === null),
      () => new ConfigurationInvalid("CAPTCHA_SECRET: goes with CAPTCHA_VERIFY_URL, set both or neither")
    )
  )
