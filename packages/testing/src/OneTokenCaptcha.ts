import { Ports } from "@boardwright/core"
import { Effect, Layer } from "effect"

/** The token that `layer` takes for a person's. */
export const PERSON = "a person"

/** Takes one token for a person's, and no other nor none. */
export const accepting = (good: string): Layer.Layer<Ports.CaptchaVerifier> =>
  Layer.succeed(Ports.CaptchaVerifier, { verify: (token) => Effect.succeed(token === good) })

/** Takes `PERSON` for a person's token. */
export const layer: Layer.Layer<Ports.CaptchaVerifier> = accepting(PERSON)

/** Cannot be asked: every check fails with `CaptchaUnavailable`. */
export const unavailable: Layer.Layer<Ports.CaptchaVerifier> = Layer.succeed(Ports.CaptchaVerifier, {
  verify: () => new Ports.CaptchaUnavailable({ cause: new Error("told to fail") })
})
