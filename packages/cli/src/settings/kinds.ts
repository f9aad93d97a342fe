import { isIP } from "node:net"
import { Redacted } from "effect"

export interface Kind<A> {
  /** The error message after the variable's name: "must be ...". */
  readonly rule: string
  /** Whether messages, logs and help must not show the value. */
  readonly isSecret: boolean
  /** Reads a trimmed text; null if it breaks the rule. */
  readonly read: (text: string) => A | null
}

/** A kind of value that may be shown. */
export const kind = <A>(rule: string, read: (text: string) => A | null): Kind<A> => ({ rule, isSecret: false, read })

/** A kind of value that must not be shown. */
export const secretKind = <A>(rule: string, read: (text: string) => A | null): Kind<A> => ({
  rule,
  isSecret: true,
  read
})

export const secretText = (rule: string, accepts: (text: string) => boolean): Kind<Redacted.Redacted> =>
  secretKind(rule, (text) => (accepts(text) ? Redacted.make(text) : null))

/** Any secret text. */
export const secret = secretText("must not be empty", (text) => text !== "")

/** A whole number within these bounds. */
export const integer = (min: number, max: number): Kind<number> =>
  kind(`must be a whole number from ${min} to ${max}`, (text) =>
    /^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max ? Number(text) : null
  )

const MILLIS = new Map([
  ["ms", 1],
  ["s", 1_000],
  ["m", 60_000]
])

/** A time, as milliseconds. */
export const duration = (maxMinutes: number): Kind<number> =>
  kind(`must be 0 or a time such as 500ms, 5s or 1m, at most ${maxMinutes}m`, (text) => {
    const [, count, unit = ""] = /^(\d{1,6})(ms|s|m)$/.exec(text === "0" ? "0ms" : text) ?? []
    const millis = Number(count) * (MILLIS.get(unit) ?? 0)
    return millis <= maxMinutes * 60_000 ? millis : null
  })

/** One of these words, each with its value. */
export const oneOf = <A>(rule: string, values: ReadonlyMap<string, A>): Kind<A> =>
  kind(rule, (text) => values.get(text) ?? null)

export const onOrOff: Kind<boolean> = oneOf(
  "must be on or off",
  new Map([
    ["on", true],
    ["off", false]
  ])
)

/** Several values of one kind, separated by commas. */
export const separated = <A>(rule: string, { isSecret, read }: Kind<A>): Kind<ReadonlyArray<A>> => ({
  rule,
  isSecret,
  read: (text) => {
    const values = text.split(",").flatMap((each) => read(each.trim()) ?? [])
    return values.length === text.split(",").length ? values : null
  }
})

/** The text as a URL with a host and one of these protocols. */
export const urlOf = (text: string, protocols: ReadonlyArray<string>): URL | null => {
  const url = URL.canParse(text) ? new URL(text) : null
  return url !== null && protocols.includes(url.protocol) && url.hostname !== "" ? url : null
}

export const webUrl: Kind<string> = kind(
  "must be an http:// or https:// address without credentials, query and fragment",
  (text) => {
    const url = urlOf(text, ["http:", "https:"])
    return url === null || url.username + url.password + url.search + url.hash !== "" ? null : url.href
  }
)

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** The address of an issuer, to which a secret is sent. */
export const issuerUrl: Kind<string> = kind(
  "must be an https:// address without credentials, query and fragment, or an http:// one of this machine",
  (text) => {
    const href = webUrl.read(text)
    if (href === null || href.length > 1000) return null
    const { hostname, protocol } = new URL(href)
    return protocol === "https:" || LOOPBACK.test(hostname) ? href : null
  }
)

/** A URL without a slash at its end, for appending paths. */
export const baseUrl: Kind<string> = kind(webUrl.rule, (text) => webUrl.read(text)?.replace(/(?<!\/)\/+$/, "") ?? null)

export const host: Kind<string> = kind("must be a host name or an address", (text) =>
  isIP(text) !== 0 || /^[A-Za-z0-9]([A-Za-z0-9.-]{0,252}[A-Za-z0-9])?$/.test(text) ? text : null
)
