import { Ports } from "@boardwright/core"
import { Duration, Effect, Layer, Redacted, Schema } from "effect"

/** Which CAPTCHA service is asked. */
export interface Options {
  /** The service's siteverify address, http or https, without credentials. */
  readonly url: string
  readonly secret: Redacted.Redacted
}

/** How long the service may take to answer. */
export const TIMEOUT = Duration.seconds(5)

// The services' own tokens are under 4 KiB.
const MAX_TOKEN_LENGTH = 16_384
// What the services answer when the secret is wrong or they failed themselves: nothing about the token.
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

/** An error about an answer would quote it, and the answer may repeat the secret that it was asked with. */
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
 * Asks a service by the siteverify protocol that Cloudflare Turnstile, hCaptcha and Google reCAPTCHA share: a form
 * with `secret` and `response`, answered by JSON whose `success` is true or false. No token, or a blank one, is
 * false without a question. Fails with `CaptchaUnavailable` when the service cannot be reached, takes over 5 s,
 * answers with something else, or does not accept our secret. A URL that cannot be asked is a defect.
 */
export const layer = (options: Options): Layer.Layer<Ports.CaptchaVerifier> =>
  Layer.effect(Ports.CaptchaVerifier, Effect.as(requireUrl(options.url), verifierOf(options)))
