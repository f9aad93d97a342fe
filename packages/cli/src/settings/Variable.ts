import { Config, ConfigError, Either, Option } from "effect"
import type { Kind } from "./kinds.js"

/** The documentation of a variable: one line of Markdown each. */
export interface About {
  readonly name: string
  readonly meaning: string
  /** The rule, as in the error message: "must be ...". */
  readonly rule: string
  /** The value that is used if the variable is not set, or what happens then. */
  readonly default: string
  readonly example: string
  readonly isSecret: boolean
  /** Why to set it with PostgreSQL; null if that makes no difference. */
  readonly onPostgres: string | null
}

/** An environment variable: how it is read, and its documentation. */
export interface Variable<A> extends Config.Config<A> {
  readonly about: About
}

interface Documentation {
  readonly meaning: string
  readonly example: string
  readonly onPostgres?: About["onPostgres"]
}

const checked = <A>(name: string, { read, rule }: Kind<A>): Config.Config<A> =>
  Config.string(name).pipe(
    Config.mapOrFail((text) => {
      const value = read(text.trim())
      // Config itself puts the name before the path.
      return value === null ? Either.left(ConfigError.InvalidData([], rule)) : Either.right(value)
    })
  )

const documented = <A>(
  config: Config.Config<A>,
  name: string,
  { isSecret, rule }: Kind<unknown>,
  unset: string,
  { example, meaning, onPostgres = null }: Documentation
): Variable<A> =>
  Object.assign(Config.withDescription(config, meaning), {
    about: { name, meaning, rule, default: unset, example, isSecret, onPostgres }
  })

/** A variable with the default `standard`. */
export const variable = <A>(name: string, kind: Kind<A>, standard: string, about: Documentation): Variable<A> => {
  const value = kind.read(standard)
  if (value === null) throw new Error(`${name}: the default ${kind.rule}`)
  return documented(Config.withDefault(checked(name, kind), value), name, kind, `\`${standard}\``, about)
}

/** A variable that is null if it is not set; `unset` says what happens then. */
export const optional = <A>(name: string, kind: Kind<A>, unset: string, about: Documentation): Variable<A | null> =>
  documented(Config.map(Config.option(checked(name, kind)), Option.getOrNull), name, kind, unset, about)
