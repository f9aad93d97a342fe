import { Context, Effect, Layer } from "effect"
import type { CaptchaUnavailable } from "./PortError.js"

/** Decides whether a sign-up comes from a person. */
export class CaptchaVerifier extends Context.Tag("@boardwright/core/CaptchaVerifier")<
  CaptchaVerifier,
  {
    /** Whether the token is accepted. An absent token is verified too. */
    readonly verify: (token: string | undefined) => Effect.Effect<boolean, CaptchaUnavailable>
  }
>() {
  /** Accepts everyone, for when no CAPTCHA service is configured. */
  static readonly none = Layer.succeed(CaptchaVerifier, { verify: () => Effect.succeed(true) })
}
