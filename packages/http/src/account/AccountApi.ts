import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
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

const user = {
  id: Schema.String,
  name: Schema.String,
  email: Schema.String,
  avatar: Schema.String.annotations({ description: "Path of an image" }),
  hasCompletedOnboarding: Schema.Boolean
}
const SignedInUser = Schema.Struct(user).annotations({ identifier: "SignedInUser" })
const OnboardingData = Schema.Struct({
  companyName: Schema.optional(Schema.String),
  companySize: Schema.optional(Schema.String),
  role: Schema.optional(Schema.String),
  useCase: Schema.optional(Schema.String),
  firstWorkspace: Schema.optional(Schema.String)
}).annotations({ identifier: "OnboardingData", description: "Empty before onboarding" })
const User = Schema.Struct({ ...user, onboardingData: OnboardingData }).annotations({ identifier: "User" })

const Redirect = HttpApiSchema.Empty(302).annotations({ description: "To the sign-in page, or to an error page" })

export const AccountApi = HttpApiGroup.make("accounts")
  .add(
    HttpApiEndpoint.post("signUp", "/auth/signup")
      .setPayload(sent(Account.SignUp))
      .addSuccess(status(201, Done))
      .addError(BadRequest)
      .annotate(Tier, "auth")
      .annotate(InvalidMessage, "Invalid email or password format")
  )
  .add(
    HttpApiEndpoint.post("signIn", "/auth/signin")
      .setPayload(sent(Account.SignIn))
      .addSuccess(Schema.Struct({ success: Schema.Literal(true), token: Schema.String, user: SignedInUser }))
      .addError(BadRequest)
      .addError(Unauthorized)
      .annotate(Tier, "auth")
  )
  .add(
    HttpApiEndpoint.post("requestPasswordReset", "/auth/forgot-password")
      .setPayload(sent(Account.RequestPasswordReset))
      .addSuccess(Done)
      .addError(BadRequest)
      .annotate(Tier, "auth")
  )
  .add(
    HttpApiEndpoint.post("resendVerification", "/auth/resend-verification")
      .setPayload(sent(Account.ResendVerification))
      .addSuccess(Done)
      .addError(BadRequest)
      .annotate(Tier, "auth")
  )
  .add(
    HttpApiEndpoint.post("resetPassword", "/auth/reset-password")
      .setPayload(sent(Account.ResetPassword))
      .addSuccess(Done)
      .addError(BadRequest)
      .annotate(Tier, "sensitive")
      .annotate(InvalidMessage, "Password doesn't meet requirements")
  )
  .add(
    HttpApiEndpoint.get("verifyEmail", "/auth/verify-email")
      .setUrlParams(Schema.Struct({ token: Schema.optional(OpaqueParameter) }))
      .addSuccess(Redirect)
      .annotate(Tier, "sensitive")
  )
  .add(HttpApiEndpoint.get("profile", "/auth/me").addSuccess(User).middleware(Session))
  .add(
    HttpApiEndpoint.post("completeOnboarding", "/auth/onboarding")
      .setPayload(sent(Account.CompleteOnboarding))
      .addSuccess(
        Schema.Struct({
          success: Schema.Literal(true),
          user: Schema.Struct({ id: Schema.String, hasCompletedOnboarding: Schema.Boolean })
        })
      )
      .addError(BadRequest)
      .middleware(Session)
  )
