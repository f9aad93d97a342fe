import { Config, type ConfigError, Effect } from "effect"
import { dataVariables } from "./settings/dataVariables.js"
import { listenVariables } from "./settings/listenVariables.js"
import { logVariables, metricsVariables, traceVariables } from "./settings/logVariables.js"
import { mailVariables } from "./settings/mailVariables.js"
import { pageVariables } from "./settings/pageVariables.js"
import { ConfigurationInvalid, readVariables } from "./settings/readVariables.js"
import { remoteVariables } from "./settings/remoteVariables.js"
import { singleSignOnProblem, singleSignOnVariables } from "./settings/singleSignOnVariables.js"
import { limitVariables, signInVariables } from "./settings/signInVariables.js"
import type { About, Variable } from "./settings/Variable.js"
import { webhookVariables } from "./settings/webhookVariables.js"

const settings = Config.all({
  ...listenVariables,
  ...dataVariables,
  ...mailVariables,
  ...webhookVariables,
  ...signInVariables,
  ...singleSignOnVariables,
  rateLimits: Config.all(limitVariables),
  ...logVariables,
  ...metricsVariables,
  ...traceVariables,
  ...pageVariables
})

/** The values of the variables, with the defaults that depend on nothing else. */
export type Settings = Config.Config.Success<typeof settings>

/** Variables about one subject. */
export interface Theme {
  readonly title: string
  readonly variables: ReadonlyArray<About>
}

const theme = (title: string, ...records: ReadonlyArray<Readonly<Record<string, Variable<unknown>>>>): Theme => ({
  title,
  variables: records.flatMap((record) => Object.values(record)).map(({ about }) => about)
})

/** Every variable that the server reads, in the order of the documents. */
export const serverThemes: ReadonlyArray<Theme> = [
  theme("Server", listenVariables),
  theme("Data", dataVariables),
  theme("Mail", mailVariables),
  theme("Webhooks", webhookVariables),
  theme("Sign-in and limits", signInVariables, singleSignOnVariables, limitVariables),
  theme("Logs, metrics and traces", logVariables, metricsVariables, traceVariables),
  theme("Pages", pageVariables)
]

/** Every variable, in the order of the documents. */
export const themes: ReadonlyArray<Theme> = [...serverThemes, theme("Commands on another machine", remoteVariables)]

const variables = serverThemes.flatMap((theme) => theme.variables)

/** Every variable that the server reads, each also as `NAME_FILE`. */
export const VARIABLES: ReadonlyArray<string> = variables.map(({ name }) => name)

interface Environment {
  readonly [name: string]: string | undefined
}

const NAME_WIDTH = 31
const TEXT_WIDTH = 79

/** Breaks a text between words into lines of at most `TEXT_WIDTH` characters; a longer word has a line of its own. */
const wrap = (text: string): ReadonlyArray<string> => {
  const lines: Array<string> = []
  for (const word of text.split(" ")) {
    const longer = `${lines.at(-1) ?? ""} ${word}`
    if (lines.length > 0 && longer.length <= TEXT_WIDTH) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

/** The variables as `boardwright serve --help` lists them, in lines of at most 110 characters. */
export const variablesText = [
  "Environment variables, each also as NAME_FILE with the path of a file that holds the value:",
  ...variables.map(({ default: standard, meaning, name }) => {
    const text = `${meaning}; else ${standard}`.replaceAll("`", "")
    return `  ${name}`.padEnd(NAME_WIDTH) + wrap(text).join(`\n${" ".repeat(NAME_WIDTH)}`)
  })
].join("\n")

/** Every variable of commands over the API, each also as `NAME_FILE`. */
export const REMOTE_VARIABLES: ReadonlyArray<string> = Object.values(remoteVariables).map(({ about }) => about.name)

const lineOf = (error: ConfigError.ConfigError): string => {
  if (error._op === "And" || error._op === "Or") return `${lineOf(error.left)}; ${lineOf(error.right)}`
  return `${error.path.join(".")}: ${error.message}`
}

const load = <A>(config: Config.Config<A>, names: ReadonlyArray<string>, environment: Environment) =>
  Effect.try({
    try: () => readVariables(names, environment),
    catch: (cause) => (cause instanceof ConfigurationInvalid ? cause : new ConfigurationInvalid(String(cause)))
  }).pipe(
    Effect.flatMap((provider) => provider.load(config)),
    Effect.mapError((error) =>
      error instanceof ConfigurationInvalid ? error : new ConfigurationInvalid(lineOf(error))
    )
  )

/**
 * Reads the server on whose API a command works. `token` is the one of the command line, if any. Fails with
 * `ConfigurationInvalid`.
 */
export const readRemote = Effect.fnUntraced(function* (environment: Environment, token: string | undefined) {
  const given =
    token === undefined ? environment : { ...environment, BOARDWRIGHT_TOKEN: token, BOARDWRIGHT_TOKEN_FILE: "" }
  const found = yield* load(Config.all(remoteVariables), REMOTE_VARIABLES, given)
  if (found.url === null) return yield* Effect.fail(new ConfigurationInvalid("BOARDWRIGHT_URL: is missing"))
  if (found.token === null)
    return yield* Effect.fail(
      new ConfigurationInvalid("BOARDWRIGHT_TOKEN: is required with BOARDWRIGHT_URL, or --token")
    )
  return { url: found.url, token: found.token }
})

/** Reads the settings of an environment. Fails with `ConfigurationInvalid`, with a message that names variable and rule. */
export const readSettings = (environment: Environment): Effect.Effect<Settings, ConfigurationInvalid> =>
  load(settings, VARIABLES, environment).pipe(
    Effect.filterOrFail(
      ({ captchaSecret, captchaUrl }) => (captchaSecret === null) === (captchaUrl === null),
      () => new ConfigurationInvalid("CAPTCHA_SECRET: goes with CAPTCHA_VERIFY_URL, set both or neither")
    ),
    Effect.tap((values) => {
      const problem = singleSignOnProblem(values)
      return problem === null ? Effect.void : Effect.fail(new ConfigurationInvalid(problem))
    })
  )
