import { Context, type Effect } from "effect"

/** A one-time secret: what is mailed, and what is stored in its place. */
export interface Secret {
  /** 32 random bytes in hex. */
  readonly token: string
  /** The SHA-256 of the token's text, in hex. */
  readonly hash: string
}

/** Makes and recognises one-time secrets. */
export class Secrets extends Context.Tag("@boardwright/core/Secrets")<
  Secrets,
  {
    readonly mint: Effect.Effect<Secret>
    /** The hash under which the token would be stored. */
    readonly hash: (token: string) => Effect.Effect<string>
  }
>() {}
