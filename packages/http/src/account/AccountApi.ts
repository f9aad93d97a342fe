import { Account, Onboarding } from "@boardwright/core"
import { Schema } from "effect"
import * as Parts from "../apiParts.js"
import { deleteOwn } from "./deleteOwnEndpoint.js"
import { exportOwn } from "./exportOwnEndpoint.js"
import { changeEmail, confirmEmail, undoEmail } from "./emailChangeEndpoints.js"
import { SecurityEvent, Session, SignedInUser, SignedUp, User } from "./AccountSchemas.js"
import { exchangeSignInCode, finishSingleSignOn, Redirect, startSingleSignOn } from "./singleSignOnEndpoints.js"

const SignedIn = Schema.Struct({ success: Schema.Literal(true), token: Schema.String, user: SignedInUser })

/** An endpoint that sends mail to an address for which the condition holds, and does not reveal whether it does. */
const mailing = <const Name extends string>(name: Name, path: `/${string}`, summary: string, condition: string) =>
  Parts.submit(name, path, summary, `The response is the same whether or not the address ${condition}.`)
    .addSuccess(Parts.Done)
    .addError(Parts.BadRequest)
    .annotate(Parts.Tier, "auth")

export const AccountApi = Parts.group(
  "accounts",
  "Accounts of this server. A host with its own users may not serve them"
)
  .add(
    Parts.submit(
      "signUp",
      "/auth/signup",
      "Create an account",
      "Sends an email with a link that verifies the address; not if invitation is the token of one that was mailed to it, which verifies it. A registered address is a 400: Email already registered."
    )
      .setPayload(
        Parts.sent(Account.SignUp, { name: "Ada Lovelace", email: "ada@example.com", password: "correct horse" })
      )
      .addSuccess(Parts.status(201, SignedUp))
      .addError(Parts.BadRequest)
      .annotate(Parts.Tier, "auth")
      .annotate(Parts.InvalidMessage, "Invalid email or password format")
  )
  .add(
    Parts.submit(
      "signIn",
      "/auth/signin",
      "Get an access token",
      "It is valid for 7 days or until its session ends. A 401 is Invalid credentials, also for an unknown address, or Email not verified."
    )
      .setPayload(Parts.sent(Account.SignIn, { email: "ada@example.com", password: "correct horse" }))
      .addSuccess(SignedIn)
      .addError(Parts.BadRequest)
      .addError(Parts.Unauthorized)
      .annotate(Parts.Tier, "auth")
  )
  .add(
    mailing(
      "requestPasswordReset",
      "/auth/forgot-password",
      "Request a password reset email",
      "is registered"
    ).setPayload(Parts.sent(Account.RequestPasswordReset, { email: "ada@example.com" }))
  )
  .add(
    mailing(
      "resendVerification",
      "/auth/resend-verification",
      "Request another verification email",
      "has an unverified account"
    ).setPayload(Parts.sent(Account.ResendVerification, { email: "ada@example.com" }))
  )
  .add(
    Parts.submit(
      "resetPassword",
      "/auth/reset-password",
      "Set a new password with an emailed token",
      "Ends every session of the account. A token that is wrong, used or older than an hour is a 400."
    )
      .setPayload(
        Parts.sent(Account.ResetPassword, { token: "0123456789abcdef".repeat(4), password: "battery staple" })
      )
      .addSuccess(Parts.Done)
      .addError(Parts.BadRequest)
      .annotate(Parts.Tier, "sensitive")
      .annotate(Parts.InvalidMessage, "Password doesn't meet requirements")
  )
  .add(
    Parts.get(
      "verifyEmail",
      "/auth/verify-email",
      "Verify an address: the link in an email",
      "For browsers: it always redirects to a page. Every unexpired link of a verified account redirects to success."
    )
      .setUrlParams(Schema.Struct({ token: Schema.optional(Parts.OpaqueParameter) }))
      .addSuccess(Redirect)
      .annotate(Parts.Tier, "sensitive")
  )
  .add(
    Parts.submit(
      "unsubscribe",
      "/auth/unsubscribe",
      "End mails about tasks: the address in such a mail",
      "Mail programs send it, with any body, by RFC 8058. A token that is wrong or older than 60 days is a 400."
    )
      .setUrlParams(Schema.Struct({ token: Schema.optional(Parts.OpaqueParameter) }))
      .addSuccess(Parts.Done)
      .addError(Parts.BadRequest)
      .annotate(Parts.Tier, "sensitive")
  )
  .add(
    Parts.get(
      "profile",
      "/auth/me",
      "Get the signed-in account",
      "A 401 if the token is missing, older than 7 days or than the password, or if its session has ended."
    )
      .addSuccess(User)
      .addError(Parts.Forbidden)
      .middleware(Parts.Session)
  )
  .add(
    Parts.edit(
      "updateProfile",
      "/auth/me",
      "Change name, time zone, language and notifications",
      "What is left out stays. A kind of notification that is null counts as not chosen, as does a null timezone: UTC, and a null language: English."
    )
      .setPayload(
        Parts.sent(Account.UpdateProfile, {
          name: "Ada King",
          timezone: "Europe/London",
          language: "en",
          notifications: { due: false }
        })
      )
      .addSuccess(Parts.wrapped("user", User))
      .addError(Parts.BadRequest)
      .addError(Parts.Forbidden)
      .middleware(Parts.Session)
  )
  .add(
    Parts.submit(
      "changePassword",
      "/auth/change-password",
      "Change the password",
      "Ends every other session of the account; the response has a new token. Wrong passwords count as failed sign-ins."
    )
      .setPayload(
        Parts.sent(Account.ChangePassword, { currentPassword: "correct horse", newPassword: "battery staple" })
      )
      .addSuccess(Schema.Struct({ ...Parts.Done.fields, token: Schema.String }))
      .addError(Parts.BadRequest)
      .annotate(Parts.Tier, "sensitive")
      .addError(Parts.Forbidden)
      .middleware(Parts.Session)
  )
  .add(deleteOwn)
  .add(exportOwn)
  .add(changeEmail)
  .add(confirmEmail)
  .add(undoEmail)
  .add(
    Parts.post(
      "completeOnboarding",
      "/auth/onboarding",
      "Store the onboarding form",
      "The first call also creates the workspace it names, for a user who owns none. Omitted fields stay as they are."
    )
      .setPayload(
        Parts.sent(Onboarding.CompleteOnboarding, {
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
      .addError(Parts.BadRequest)
      .addError(Parts.Forbidden)
      .middleware(Parts.Session)
  )
  .add(
    Parts.get("sessions", "/auth/sessions", "List the caller's sessions", "One for each sign-in, last used first.")
      .setUrlParams(Schema.Struct(Parts.pageParameters))
      .addSuccess(Parts.paged("sessions", Session))
      .addError(Parts.BadRequest)
      .annotate(Parts.Tier, "sensitive")
      .addError(Parts.Forbidden)
      .middleware(Parts.Session)
  )
  .add(
    Parts.get(
      "events",
      "/auth/events",
      "List the caller's security events",
      "Sign-ins, failed ones, and changes of password, address, role, tokens and sessions, latest first. They are kept for 180 days."
    )
      .setUrlParams(Schema.Struct(Parts.pageParameters))
      .addSuccess(Parts.paged("events", SecurityEvent))
      .addError(Parts.BadRequest)
      .annotate(Parts.Tier, "sensitive")
      .addError(Parts.Forbidden)
      .middleware(Parts.Session)
  )
  .add(
    Parts.removal("endSession", "/auth/sessions/:id", "End a session of the caller", "Its token is a 401 from then on.")
      .setPath(Schema.Struct({ id: Parts.idOf("the session") }))
      .addSuccess(Parts.Done)
      .addError(Parts.NotFound)
      .annotate(Parts.Tier, "sensitive")
      .addError(Parts.Forbidden)
      .middleware(Parts.Session)
  )
  .add(
    Parts.submit("signOut", "/auth/signout", "End the session of this request", "A 400 for a token without a session.")
      .addSuccess(Parts.Done)
      .addError(Parts.BadRequest)
      .annotate(Parts.Tier, "sensitive")
      .addError(Parts.Forbidden)
      .middleware(Parts.Session)
  )
  .add(
    Parts.submit(
      "signOutEverywhere",
      "/auth/signout-everywhere",
      "End every session of the caller",
      "Every access token of the account is a 401 from then on, this one included, and with tokens every API token and calendar link."
    )
      .setUrlParams(Schema.Struct({ tokens: Schema.optional(Parts.BooleanParameter) }))
      .addSuccess(Parts.Done)
      .addError(Parts.BadRequest)
      .annotate(Parts.Tier, "sensitive")
      .addError(Parts.Forbidden)
      .middleware(Parts.Session)
  )
  .add(startSingleSignOn)
  .add(finishSingleSignOn)
  .add(exchangeSignInCode(SignedIn))
