import { Context, Duration, type Effect, type Option } from "effect"

export interface AccessClaims {
  readonly userId: string
  readonly email: string
  /** The account's token version when the token was issued. */
  readonly ver: number
  /** The session; undefined for a token without one. */
  readonly sid?: string
}

/** How long an access token is valid by default. */
export const ACCESS_TOKEN_LIFETIME = Duration.days(7)

/** Signs and reads access tokens: JWT, HS256 only. */
export class AccessTokens extends Context.Tag("@boardwright/core/AccessTokens")<
  AccessTokens,
  {
    /** A token that is valid for `lifetime`, in whole seconds, from now; default `ACCESS_TOKEN_LIFETIME`. */
    readonly sign: (claims: AccessClaims, lifetime?: Duration.Duration) => Effect.Effect<string>
    /** The claims of a token that is well formed, signed with a key of ours and not expired. */
    readonly verify: (token: string) => Effect.Effect<Option.Option<AccessClaims>>
  }
>() {}
