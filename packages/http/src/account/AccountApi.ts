import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { Account } from "@boardwright/core"
import { Schema } from "effect"
import {
  BadRequest,
  Done,
  InvalidMessage,
  OpaqueParameter,
  Session,
  status,
  Tier,
  Unauthorized,
  sent
} from "../contract.js"
import { aSignedInUser, onboardingData } from "../examples.js"

const user = {
  id: Schema.String,
  name: Schema.String,
  email: Schema.String,
  avatar: Schema.String.annotations({ description: "Path of an image" }),
  hasCompletedOnboarding: Schema.Boolean
}
const SignedInUser = Schema.Struct(user).annotations({ identifier: "SignedInUser", examples: [aSignedInUser] })
const OnboardingData = Schema.Struct({
  companyName: Schema.optional(Schema.String),
  companySize: Schema.optional(Schema.String),
  role: Schema.optional(Schema.String),
  useCase: Schema.optional(Schema.String),
  firstWorkspace: Schema.optional(Schema.String)
}).annotations({ identifier: "OnboardingData", description: "Empty before onboarding", examples: [onboardingData] })
const User = Schema.Struct({ ...user, onboardingData: OnboardingData }).annotations({
  identifier: "User",
  examples: [{ ...aSignedInUser, onboardingData }]
})

const Redirect = HttpApiSchema.Empty(302).annotations({ description: "To the sign-in page, or to an error page" })

export const AccountApi = HttpApiGroup.make("accounts")
  .annotate(OpenApi.Description, "Accounts of this server; a host with its own users may serve none of it")
  .add(
    HttpApiEndpoint.post("signUp", "/auth/signup")
      .annotate(OpenApi.Summary, "Create an account")
      .annotate(
        OpenApi.Description,
        "Sends a mail with a link that verifies the address. Who has one already gets a 400: Email already registered."
      )
      .setPayload(sent(Account.SignUp, { name: "Ada Lovelace", email: "ada@example.com", password: "correct horse" }))
      .addSuccess(status(201, Done))
      .addError(BadRequest)
      .annotate(Tier, "auth")
      .annotate(InvalidMessage, "Invalid email or password format")
  )
  .add(
    HttpApiEndpoint.post("signIn", "/auth/signin")
      .annotate(OpenApi.Summary, "Get an access token")
      .annotate(
        OpenApi.Description,
        "It is good for 7 days. A 401 is Invalid credentials, also for an unknown address, or Email not verified."
      )
      .setPayload(sent(Account.SignIn, { email: "ada@example.com", password: "correct horse" }))
      .addSuccess(Schema.Struct({ success: Schema.Literal(true), token: Schema.String, user: SignedInUser }))
      .addError(BadRequest)
      .addError(Unauthorized)
      .annotate(Tier, "auth")
  )
  .add(
    HttpApiEndpoint.post("requestPasswordReset", "/auth/forgot-password")
      .annotate(OpenApi.Summary, "Ask for a mail to set a new password")
      .annotate(OpenApi.Description, "Answers the same whether or not the address is registered.")
      .setPayload(sent(Account.RequestPasswordReset, { email: "ada@example.com" }))
      .addSuccess(Done)
      .addError(BadRequest)
      .annotate(Tier, "auth")
  )
  .add(
    HttpApiEndpoint.post("resendVerification", "/auth/resend-verification")
      .annotate(OpenApi.Summary, "Ask for another mail to verify an address")
      .annotate(OpenApi.Description, "Answers the same whether or not the address waits to be verified.")
      .setPayload(sent(Account.ResendVerification, { email: "ada@example.com" }))
      .addSuccess(Done)
      .addError(BadRequest)
      .annotate(Tier, "auth")
  )
  .add(
    HttpApiEndpoint.post("resetPassword", "/auth/reset-password")
      .annotate(OpenApi.Summary, "Set a new password with the token of a mail")
      .annotate(
        OpenApi.Description,
        "Ends every session of the account. A token that is wrong, used up or older than an hour is a 400."
      )
      .setPayload(sent(Account.ResetPassword, { token: "0123456789abcdef".repeat(4), password: "battery staple" }))
      .addSuccess(Done)
      .addError(BadRequest)
      .annotate(Tier, "sensitive")
      .annotate(InvalidMessage, "Password doesn't meet requirements")
  )
  .add(
    HttpApiEndpoint.get("verifyEmail", "/auth/verify-email")
      .annotate(OpenApi.Summary, "Verify an address: the link in a mail")
      .annotate(
        OpenApi.Description,
        "For people to open: it redirects to a page, whatever the token. Every unexpired link of a verified account redirects to success."
      )
      .setUrlParams(Schema.Struct({ token: Schema.optional(OpaqueParameter) }))
      .addSuccess(Redirect)
      .annotate(Tier, "sensitive")
  )
  .add(
    HttpApiEndpoint.get("profile", "/auth/me")
      .annotate(OpenApi.Summary, "Get the account that is signed in")
      .annotate(
        OpenApi.Description,
        "A 401 where the token is missing, older than 7 days, or from before a new password."
      )
      .addSuccess(User)
      .middleware(Session)
  )
  .add(
    HttpApiEndpoint.post("completeOnboarding", "/auth/onboarding")
      .annotate(OpenApi.Summary, "Store what the onboarding form says")
      .annotate(
        OpenApi.Description,
        "The first time it also makes the workspace it names, for a user who owns none. Fields that are left out stay."
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
