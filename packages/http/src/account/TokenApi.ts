import { Access, Account } from "@boardwright/core"
import { Schema } from "effect"
import * as Parts from "../apiParts.js"
import { anApiToken, anApiTokenText } from "../examples.js"

const Ids = Schema.NullOr(Schema.Array(Schema.String))

export const ApiToken = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  prefix: Schema.String.annotations({ description: "What the token begins with" }),
  scopes: Schema.Array(Access.TokenScope),
  workspaceIds: Ids.annotations({ description: "Null, as boardIds, if it is not limited to places" }),
  boardIds: Ids,
  createdAt: Parts.TimestampText,
  lastUsedAt: Schema.NullOr(Parts.TimestampText).annotations({ description: "To the hour" }),
  expiresAt: Schema.NullOr(Parts.TimestampText)
}).annotations({ identifier: "ApiToken", examples: [anApiToken] })

const Created = Schema.Struct({
  success: Schema.Literal(true),
  token: Schema.String.annotations({ description: "The token. Not shown again" }),
  apiToken: ApiToken
}).annotations({
  identifier: "CreatedApiToken",
  examples: [{ success: true, token: anApiTokenText, apiToken: anApiToken }]
})

export const TokenApi = Parts.group(
  "tokens",
  "API tokens: bearer tokens for programs, with less power than their user. A token cannot use these routes"
)
  .add(
    Parts.get("list", "/tokens", "List the caller's API tokens", "In order of creation, expired ones included.")
      .setUrlParams(Schema.Struct(Parts.pageParameters))
      .addSuccess(Parts.paged("tokens", ApiToken))
      .addError(Parts.BadRequest)
  )
  .add(
    Parts.issue(
      "create",
      "/tokens",
      "Create an API token",
      `Scopes: read allows every GET, write what an editor may add and change, manage everything else but accounts, sessions and tokens; none includes another. With workspaceIds or boardIds it reaches only those, and their boards. At most ${Account.MAX_API_TOKENS} of one account.`
    )
      .setPayload(
        Parts.sent(Account.CreateApiToken, {
          name: anApiToken.name,
          scopes: anApiToken.scopes,
          workspaceIds: anApiToken.workspaceIds,
          expiresAt: anApiToken.expiresAt
        })
      )
      .addSuccess(Parts.status(201, Created))
      .addError(Parts.BadRequest)
      .annotate(Parts.Tier, "sensitive")
  )
  .add(
    Parts.removal(
      "delete",
      "/tokens/:id",
      "Revoke an API token",
      "It is a 401 from then on, and its webhooks are paused."
    )
      .setPath(Schema.Struct({ id: Parts.idOf("the token") }))
      .addSuccess(Parts.Done)
      .addError(Parts.NotFound)
  )
  .addError(Parts.Forbidden)
  .middleware(Parts.Session)
