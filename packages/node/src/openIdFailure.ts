import { Ports } from "@boardwright/core"
import { Predicate } from "effect"

/** What a failure says of itself in words that hold no secret. */
const word = (value: unknown): string | null =>
  typeof value === "string" && /^[\w.:-]{1,64}$/.test(value) ? value : null

const stringOf = (error: unknown, field: string): string | null =>
  Predicate.hasProperty(error, field) ? word(error[field]) : null

/** The codes of a failure and of its causes, such as `OAUTH_TIMEOUT` or `ECONNREFUSED`. */
const codesOf = (error: unknown): ReadonlyArray<string> => {
  if (!Predicate.isObject(error)) return []
  const own = [stringOf(error, "code"), stringOf(error, "error")].flatMap((each) => each ?? [])
  return [...own, ...(Predicate.hasProperty(error, "cause") ? codesOf(error.cause) : [])]
}

/** Statuses and codes of a provider that cannot be used now, or that refuses this server. */
const UNAVAILABLE = new Set(["OAUTH_TIMEOUT", "OAUTH_RESPONSE_IS_NOT_CONFORM", "OAUTH_RESPONSE_IS_NOT_JSON"])
/** A failed request, and a refusal of our credentials. */
const AWAY = new Set(["TypeError", "WWWAuthenticateChallengeError"])
const OURS = new Set(["invalid_client", "unauthorized_client", "server_error", "temporarily_unavailable"])

/** Its name and codes alone: errors of the client hold responses, and so tokens. */
const causeOf = (step: string, name: string, codes: ReadonlyArray<string>): Error =>
  new Error(`${step} failed: ${[name, ...new Set(codes)].join(" ")}`)

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : "Error")

export const discoveryFailure = (error: unknown): Ports.ProviderUnavailable =>
  new Ports.ProviderUnavailable({ cause: causeOf("discovery", nameOf(error), codesOf(error)) })

/** The failure of a sign-in that the provider sent back. */
export const signInFailure = (error: unknown): Ports.ProviderUnavailable | Ports.SignInRejected => {
  const codes = codesOf(error)
  const name = nameOf(error)
  const cause = causeOf("sign-in", name, codes)
  const isAway = AWAY.has(name) || codes.some((code) => UNAVAILABLE.has(code) || OURS.has(code))
  if (isAway) return new Ports.ProviderUnavailable({ cause })
  return new Ports.SignInRejected({ reason: name === "AuthorizationResponseError" ? "declined" : "invalid", cause })
}
