import { Either } from "effect"

export interface SmtpUrl {
  readonly host: string
  /** Default: 587, or 465 with TLS from the start. */
  readonly port: number | undefined
  /** TLS from the start. Otherwise STARTTLS is used if the server offers it. */
  readonly secure: boolean
  readonly auth: { readonly user: string; readonly pass: string } | undefined
  /** Sends nothing before STARTTLS, in particular no password. */
  readonly requireTLS: boolean
  /** Whether the server's certificate must be valid. */
  readonly rejectUnauthorized: boolean
  /** The name in this machine's greeting. */
  readonly name: string | undefined
}

const OPTIONS = ["requireTLS", "tls.rejectUnauthorized", "name"]

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * Parses `smtp://user:password@host:port` or `smtps://...`, with the query options `requireTLS` (default false),
 * `tls.rejectUnauthorized` (default true) and `name`. Left: what is wrong, without secret parts of the URL.
 */
export const parse = (text: string): Either.Either<SmtpUrl, string> => {
  if (!URL.canParse(text)) return Either.left("is not a URL")
  const url = new URL(text)
  if (url.protocol !== "smtp:" && url.protocol !== "smtps:") return Either.left("must start with smtp:// or smtps://")
  if (url.hostname === "") return Either.left("names no host")
  if ((url.pathname !== "" && url.pathname !== "/") || url.hash !== "") {
    return Either.left("has a path; a password's special characters must be percent-encoded")
  }
  for (const option of url.searchParams.keys()) {
    if (!OPTIONS.includes(option)) return Either.left(`has an unknown option; known are ${OPTIONS.join(", ")}`)
  }
  const requireTLS = url.searchParams.get("requireTLS") ?? "false"
  const rejectUnauthorized = url.searchParams.get("tls.rejectUnauthorized") ?? "true"
  if (![requireTLS, rejectUnauthorized].every((value) => value === "true" || value === "false")) {
    return Either.left("has an option that is neither true nor false")
  }
  return Either.right({
    host: decode(url.hostname).replace(/^\[(.*)\]$/, "$1"),
    port: url.port === "" ? undefined : Number(url.port),
    secure: url.protocol === "smtps:",
    auth: url.username === "" ? undefined : { user: decode(url.username), pass: decode(url.password) },
    requireTLS: requireTLS === "true",
    rejectUnauthorized: rejectUnauthorized === "true",
    name: url.searchParams.get("name") ?? undefined
  })
}
