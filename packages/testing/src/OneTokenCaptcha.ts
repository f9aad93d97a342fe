import { Ports } from "@boardwright/core"
import { Effect, Layer } from "effect"

/** The token that `layer` accepts. */
export const PERSON = "a person"

export const accepting = (good: string): Layer.Layer<Ports.CaptchaVerifier> =>
  Layer.succeed(Ports.CaptchaVerifier, { verify: (token) => Effect.succeed(token === good) })

/** Accepts `PERSON`. */
export const layer: Layer.Layer<Ports.CaptchaVerifier> = accepting(PERSON)

/** Out of reach: every check fails with `CaptchaUnavailable`. */
export const unavailable: Layer.Layer<Ports.CaptchaVerifier> = Layer.succeed(Ports.CaptchaVerifier, {
  verify: () => new Ports.CaptchaUnavailable({ cause: new Error("told to fail") })
})
