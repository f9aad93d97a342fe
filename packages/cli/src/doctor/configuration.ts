import { readFileSync } from "node:fs"
import { pathWarning } from "../baseUrl.js"
import { misspeltVariables } from "../settings/misspeltVariables.js"
import { serverThemes, type Settings } from "../settings.js"
import { error, type Finding, ok, warning } from "./Finding.js"

type Environment = { readonly [name: string]: string | undefined }

/** With PostgreSQL these have no default, since every instance needs the same. */
const SHARED: Readonly<Record<string, Finding>> = {
  JWT_SECRET: error("JWT_SECRET", "is required with PostgreSQL", "set it, the same for every instance"),
  SECRETS_KEY: warning(
    "SECRETS_KEY",
    "is not set: with PostgreSQL no webhook can be created",
    "set it, the same for every instance"
  )
}

/** Each setting of the server that is in force, with where it is from. The environment must be one that can be read. */
export const settingsInForce = (
  environment: Environment,
  { database }: Pick<Settings, "database">
): ReadonlyArray<Finding> =>
  serverThemes
    .flatMap(({ variables }) => variables)
    .map(({ default: standard, isSecret, name }) => {
      const value = environment[name] ?? ""
      const file = environment[`${name}_FILE`] ?? ""
      const shown = (text: string) => (isSecret ? "******" : text.trim())
      if (file !== "") return ok(name, `${shown(readFileSync(file, "utf8"))} (file ${file})`)
      if (value !== "") return ok(name, `${shown(value)} (environment)`)
      const shared = database?.kind === "postgres" ? SHARED[name] : undefined
      if (shared !== undefined) return shared
      return ok(name, `${standard.replaceAll("`", "")} (default)`)
    })

export const unknownVariables = (environment: Environment): ReadonlyArray<Finding> =>
  misspeltVariables(environment).map(({ meant, name }) =>
    warning(name, "is not a variable of Boardwright and has no effect", `rename it if you meant ${meant}`)
  )

export const checkBaseUrl = (settings: Settings): ReadonlyArray<Finding> => {
  const wrongPath = pathWarning(settings)
  return wrongPath === null ? [] : [warning("BASE_URL", wrongPath, "give the server a host or port of its own")]
}

export const invalidConfiguration = (message: string): Finding =>
  error("configuration", message, "correct the variable; boardwright serve --help lists them all")
