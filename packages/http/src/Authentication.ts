import { type Access, Account, type Ports } from "@boardwright/core"
import { Context, Effect, Layer, type Option } from "effect"
import type { ServerRequest } from "./ServerRequest.js"

/** Identifies callers. A host with its own users provides its own. */
export class Authentication extends Context.Tag("@boardwright/http/Authentication")<
  Authentication,
  {
    /** The actor of a request; none without a valid session. */
    readonly authenticate: (
      request: Pick<ServerRequest, "header" | "native">
    ) => Effect.Effect<Option.Option<Access.Actor>, Ports.StorageUnavailable>
  }
>() {
  /** By Boardwright's access tokens and API tokens, sent as `Authorization: Bearer <token>` (RFC 6750, section 2.1). */
  static readonly accessTokens: Layer.Layer<
    Authentication,
    never,
    Effect.Effect.Context<typeof Account.authenticator>
  > = Layer.effect(
    Authentication,
    Effect.map(Account.authenticator, (actorOf) => ({
      authenticate: ({ header }) => {
        const token = BEARER.exec(header("authorization") ?? "")?.[1]
        if (token === undefined) return Effect.succeedNone
        return actorOf(token).pipe(
          Effect.asSome,
          Effect.catchTag("Unauthenticated", () => Effect.succeedNone)
        )
      }
    }))
  )
}

const BEARER = /^Bearer +([A-Za-z0-9._~+/=-]+)$/i
