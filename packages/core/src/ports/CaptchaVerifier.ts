import { Context, Effect, Layer } from "effect"
import type { CaptchaUnavailable } from "./PortError.js"

/** Decides whether a sign-up comes from a person. */
export class CaptchaVerifier extends Context.Tag("@boardwright/core/CaptchaVerifier")<
  CaptchaVerifier,
  {
    /** Whether the client's token is good; absent is a token like any other. */
    readonly verify: (token: string | undefined) => Effect.Effect<boolean, CaptchaUnavailable>
  }
>() {
  /** Where no CAPTCHA service is configured: lets everyone pass. */
  static readonly none = Layer.succeed(CaptchaVerifier, { verify: () => Effect.succeed(true) })
}
