import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { Account } from "@boardwright/core"
import { Schema } from "effect"
import {
  BadRequest,
  described,
  Done,
  InvalidMessage,
  OpaqueParameter,
  sent,
  Session,
  status,
  Tier,
  Unauthorized
} from "../apiParts.js"
import { SignedInUser, User } from "./AccountSchemas.js"

const Redirect = HttpApiSchema.Empty(302).annotations({ description: "To the sign-in page or an error page" })

export const AccountApi = HttpApiGroup.make("accounts")
  .annotate(OpenApi.Description, "Accounts of this server. A host with its own users may not serve them")
  .add(
    HttpApiEndpoint.post("signUp", "/auth/signup")
      .annotateContext(
        described(
          "Create an account",
          "Sends an email with a link that verifies the address. A registered address is a 400: Email already registered."
        )
      )
      .setPayload(sent(Account.SignUp, { name: "Ada Lovelace", email: "ada@example.com", password: "correct horse" }))
      .addSuccess(status(201, Done))
      .addError(BadRequest)
      .annotate(Tier, "auth")
      .annotate(InvalidMessage, "Invalid email or password format")
  )
  .add(
    HttpApiEndpoint.post("signIn", "/auth/signin")
      .annotateContext(
        described(
          "Get an access token",
          "It is valid for 7 days. A 401 is Invalid credentials, also for an unknown address, or Email not verified."
        )
      )
      .setPayload(sent(Account.SignIn, { email: "ada@example.com", password: "correct horse" }))
      .addSuccess(Schema.Struct({ success: Schema.Literal(true), token: Schema.String, user: SignedInUser }))
      .addError(BadRequest)
      .addError(Unauthorized)
      .annotate(Tier, "auth")
  )
  .add(
    HttpApiEndpoint.post("requestPasswordReset", "/auth/forgot-password")
      .annotateContext(
        described(
          "Request a password reset email",
          "The response is the same whether or not the address is registered."
        )
      )
      .setPayload(sent(Account.RequestPasswordReset, { email: "ada@example.com" }))
      .addSuccess(Done)
      .addError(BadRequest)
      .annotate(Tier, "auth")
  )
  .add(
    HttpApiEndpoint.post("resendVerification", "/auth/resend-verification")
      .annotateContext(
        described(
          "Request another verification email",
          "The response is the same whether or not the address has an unverified account."
        )
      )
      .setPayload(sent(Account.ResendVerification, { email: "ada@example.com" }))
      .addSuccess(Done)
      .addError(BadRequest)
      .annotate(Tier, "auth")
  )
  .add(
    HttpApiEndpoint.post("resetPassword", "/auth/reset-password")
      .annotateContext(
        described(
          "Set a new password with an emailed token",
          "Ends every session of the account. A token that is wrong, used or older than an hour is a 400."
        )
      )
      .setPayload(sent(Account.ResetPassword, { token: "0123456789abcdef".repeat(4), password: "battery staple" }))
      .addSuccess(Done)
      .addError(BadRequest)
      .annotate(Tier, "sensitive")
      .annotate(InvalidMessage, "Password doesn't meet requirements")
  )
  .add(
    HttpApiEndpoint.get("verifyEmail", "/auth/verify-email")
      .annotateContext(
        described(
          "Verify an address: the link in an email",
          "For browsers: it always redirects to a page. Every unexpired link of a verified account redirects to success."
        )
      )
      .setUrlParams(Schema.Struct({ token: Schema.optional(OpaqueParameter) }))
      .addSuccess(Redirect)
      .annotate(Tier, "sensitive")
  )
  .add(
    HttpApiEndpoint.get("profile", "/auth/me")
      .annotateContext(
        described(
          "Get the signed-in account",
          "A 401 if the token is missing, older than 7 days, or older than the password."
        )
      )
      .addSuccess(User)
      .middleware(Session)
  )
  .add(
    HttpApiEndpoint.post("completeOnboarding", "/auth/onboarding")
      .annotateContext(
        described(
          "Store the onboarding form",
          "The first call also creates the workspace it names, for a user who owns none. Omitted fields stay as they are."
        )
      )
      .setPayload(
        sent(Account.CompleteOnboarding, {
          companyName: "Analytical Engines",
          role: "Engineer",
          firstWorkspace: "Garden"
        })
      )
      .addSuccess(
        Schema.Struct({
          success: Schema.Literal(true),
          user: Schema.Struct({ id: Schema.String, hasCompletedOnboarding: Schema.Boolean })
        })
      )
      .addError(BadRequest)
      .middleware(Session)
  )
