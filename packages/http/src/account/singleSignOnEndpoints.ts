import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import { Account } from "@boardwright/core"
import { Schema } from "effect"
import * as Parts from "../apiParts.js"

export const Redirect = HttpApiSchema.Empty(302).annotations({ description: "To a page" })

const Absent = Parts.status(404, Parts.NotFound)

export const startSingleSignOn = Parts.get(
  "startSingleSignOn",
  "/auth/oidc/start",
  "Sign in at the identity provider",
  "For browsers: redirects to the provider's page, or to the sign-in page with an error. Sets a cookie for 10 minutes. A 404 if no provider is configured."
)
  .addSuccess(Redirect)
  .addError(Absent)
  .annotate(Parts.Tier, "sensitive")

export const finishSingleSignOn = Parts.get(
  "finishSingleSignOn",
  "/auth/oidc/callback",
  "Return from the identity provider",
  "For browsers: redirects to the sign-in page with a code, which is valid once, for a minute, in the browser that has the cookie; or with an error."
)
  .setUrlParams(
    Schema.Struct({
      code: Schema.optional(Parts.OpaqueParameter),
      state: Schema.optional(Parts.OpaqueParameter),
      iss: Schema.optional(Parts.OpaqueParameter),
      error: Schema.optional(Parts.OpaqueParameter)
    })
  )
  .addSuccess(Redirect)
  .addError(Absent)
  .annotate(Parts.Tier, "sensitive")

/** The example of a code. */
const CODE = "0123456789abcdef".repeat(4)

export const exchangeSignInCode = <A, I>(signedIn: Schema.Schema<A, I>) =>
  Parts.submit(
    "exchangeSignInCode",
    "/auth/oidc/token",
    "Get an access token for the code of a single sign-on",
    "Responds as signing in does. A code that is wrong, used or older than a minute, or from another browser, is a 400."
  )
    .setPayload(Parts.sent(Account.ExchangeSignInCode, { code: CODE }))
    .addSuccess(signedIn)
    .addError(Parts.BadRequest)
    .addError(Parts.Unauthorized)
    .annotate(Parts.Tier, "sensitive")
