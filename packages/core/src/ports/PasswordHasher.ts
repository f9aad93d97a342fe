import { Context, type Effect, type Redacted } from "effect"
import type { HashingBusy } from "./PortError.js"

/** Hashes passwords with bcrypt at cost 12 (OWASP Password Storage Cheat Sheet asks for 10 or more). */
export class PasswordHasher extends Context.Tag("@boardwright/core/PasswordHasher")<
  PasswordHasher,
  {
    readonly hash: (password: Redacted.Redacted) => Effect.Effect<string, HashingBusy>
    /**
     * Whether the password matches the hash. With null it takes as long and returns false, so that timing does not
     * reveal which accounts exist.
     */
    readonly verify: (password: Redacted.Redacted, hash: string | null) => Effect.Effect<boolean, HashingBusy>
  }
>() {}
