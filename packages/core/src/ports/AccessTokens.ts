import { Context, type Effect, type Option } from "effect"

/** What an access token says. */
export interface AccessClaims {
  readonly userId: string
  readonly email: string
  /** The account's token version when the token was issued. */
  readonly ver: number
}

/** Signs and reads access tokens: JWT, HS256 only, valid for 7 days from issue. */
export class AccessTokens extends Context.Tag("@boardwright/core/AccessTokens")<
  AccessTokens,
  {
    readonly sign: (claims: AccessClaims) => Effect.Effect<string>
    /** The claims of a token that is well formed, signed by us and not expired. */
    readonly verify: (token: string) => Effect.Effect<Option.Option<AccessClaims>>
  }
>() {}
