import { Ports } from "@boardwright/core"
import { Duration, Effect, Layer, Redacted, Schema } from "effect"

export interface Options {
  /** The service's siteverify address, http or https, without credentials. */
  readonly url: string
  readonly secret: Redacted.Redacted
}

/** How long the service may take to respond. */
export const TIMEOUT = Duration.seconds(5)

// The services' own tokens are under 4 KiB.
const MAX_TOKEN_LENGTH = 16_384
// The services' errors about the secret or themselves, not the token.
const NOT_ABOUT_THE_TOKEN = new Set([
  "missing-input-secret",
  "invalid-input-secret",
  "sitekey-secret-mismatch",
  "internal-error"
])

const Answer = Schema.Struct({
  success: Schema.Boolean,
  "error-codes": Schema.optionalWith(Schema.Array(Schema.String), { nullable: true })
})
const decodeAnswer = Schema.decodeUnknownSync(Answer)

/** Its errors do not quote the response, which may repeat the secret. */
const readAnswer = async (response: Response): Promise<typeof Answer.Type> => {
  try {
    return decodeAnswer(await response.json())
  } catch {
    throw new Error(`The CAPTCHA service answered with something else (status ${response.status})`)
  }
}

const ask = async (options: Options, token: string, signal: AbortSignal): Promise<boolean> => {
  const response = await fetch(options.url, {
    method: "POST",
    body: new URLSearchParams({ secret: Redacted.value(options.secret), response: token }),
    headers: { accept: "application/json" },
    redirect: "error",
    signal
  })
  const answer = await readAnswer(response)
  const problem = answer["error-codes"]?.find((code) => NOT_ABOUT_THE_TOKEN.has(code))
  if (problem !== undefined) throw new Error(`The CAPTCHA service answered ${problem}`)
  if (answer.success && !response.ok) throw new Error(`The CAPTCHA service answered with status ${response.status}`)
  return answer.success
}

const requireUrl = (text: string): Effect.Effect<void> => {
  const url = URL.canParse(text) ? new URL(text) : null
  return url && /^https?:$/.test(url.protocol) && url.username === "" && url.password === ""
    ? Effect.void
    : Effect.dieMessage("SiteverifyCaptcha: the URL must be http or https, without credentials")
}

const verifierOf = (options: Options) =>
  Ports.CaptchaVerifier.of({
    verify: (token) =>
      token === undefined || token.trim() === "" || token.length > MAX_TOKEN_LENGTH
        ? Effect.succeed(false)
        : Effect.tryPromise({
            try: (signal) => ask(options, token, signal),
            catch: (cause) => new Ports.CaptchaUnavailable({ cause })
          }).pipe(
            Effect.timeoutFail({
              duration: TIMEOUT,
              onTimeout: () => new Ports.CaptchaUnavailable({ cause: new Error("The CAPTCHA service took too long") })
            })
          )
  })

/**
 * Verifies tokens by the siteverify protocol of Cloudflare Turnstile, hCaptcha and Google reCAPTCHA: posts a form with
 * `secret` and `response`, and reads `success` from the JSON response. A missing or blank token is false without a
 * request. Fails with `CaptchaUnavailable` if the service cannot be reached, takes over 5 s, gives another response, or
 * rejects the secret. A URL that is not http or https is a defect.
 */
export const layer = (options: Options): Layer.Layer<Ports.CaptchaVerifier> =>
  Layer.effect(Ports.CaptchaVerifier, Effect.as(requireUrl(options.url), verifierOf(options)))
