import { Context, type Effect } from "effect"

/** A one-time secret: the token is mailed, its hash is stored. */
export interface Secret {
  /** 32 random bytes in hex. */
  readonly token: string
  /** The SHA-256 of the token's text, in hex. */
  readonly hash: string
}

export class Secrets extends Context.Tag("@boardwright/core/Secrets")<
  Secrets,
  {
    readonly mint: Effect.Effect<Secret>
    /** The hash of a token as `mint` makes it. */
    readonly hash: (token: string) => Effect.Effect<string>
  }
>() {}
