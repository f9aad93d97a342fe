import { Context, Effect } from "effect"
import { PasswordSignInOff } from "./AccountError.js"

/** Whether people sign up and sign in with passwords. True by default. */
export class PasswordSignIn extends Context.Reference<PasswordSignIn>()("@boardwright/core/PasswordSignIn", {
  defaultValue: (): boolean => true
}) {}

/** Fails with `PasswordSignInOff` where people sign in elsewhere only. */
export const requirePasswordSignIn = Effect.flatMap(PasswordSignIn, (isOn) =>
  isOn ? Effect.void : new PasswordSignInOff()
)

/** In place of a hash, for an account without a password: no password matches it. */
export const NO_PASSWORD = ""
