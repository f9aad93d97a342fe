import { isIP } from "node:net"
import { Config, ConfigError, Either, Option, Redacted } from "effect"

/** A variable that `read` makes a value of, without the blanks around it; null breaks the rule. */
export const checked = <A>(name: string, rule: string, read: (text: string) => A | null): Config.Config<A> =>
  Config.string(name).pipe(
    Config.mapOrFail((text) => {
      const value = read(text.trim())
      // Config itself puts the name before the path.
      return value === null ? Either.left(ConfigError.InvalidData([], rule)) : Either.right(value)
    })
  )

/** Null where the variable is not set. */
export const orNull = <A>(config: Config.Config<A>): Config.Config<A | null> =>
  Config.map(Config.option(config), Option.getOrNull)

/** A whole number within these bounds. */
export const integer = (name: string, min: number, max: number): Config.Config<number> =>
  checked(name, `must be a whole number from ${min} to ${max}`, (text) =>
    /^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max ? Number(text) : null
  )

/** The text as an address with a host, of one of these protocols. */
export const urlOf = (text: string, protocols: ReadonlyArray<string>): URL | null => {
  const url = URL.canParse(text) ? new URL(text) : null
  return url !== null && protocols.includes(url.protocol) && url.hostname !== "" ? url : null
}

/** A web address. */
export const webUrl = (name: string): Config.Config<string> =>
  checked(name, "must be an http:// or https:// address without credentials, query and fragment", (text) => {
    const url = urlOf(text, ["http:", "https:"])
    return url === null || url.username + url.password + url.search + url.hash !== "" ? null : url.href
  })

/** An address that paths are appended to: without a slash at its end. */
export const baseUrl = (name: string): Config.Config<string> =>
  Config.map(webUrl(name), (url) => url.replace(/\/+$/, ""))

/** A text that no message and no log may show. */
export const secret = (name: string, rule: string, accepts: (text: string) => boolean) =>
  Config.map(
    checked(name, rule, (text) => (accepts(text) ? text : null)),
    (text) => Redacted.make(text)
  )

/** Whether something can listen there, as far as the text tells. */
export const isHost = (text: string): boolean =>
  isIP(text) !== 0 || /^[A-Za-z0-9]([A-Za-z0-9.-]{0,252}[A-Za-z0-9])?$/.test(text)
