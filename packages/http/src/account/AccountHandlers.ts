import { Facade } from "@boardwright/core"
import { Effect } from "effect"
import { handlers, Reply } from "../Handler.js"
import { done, paged } from "../responseBodies.js"
import type { AccountApi } from "./AccountApi.js"
import { Redirects } from "./Redirects.js"
import { sendExport } from "./sendExport.js"
import { signedIn } from "./signedIn.js"
import { singleSignOnHandlers } from "./singleSignOnHandlers.js"

const { accounts } = Facade.useCases

const redirect = (location: string) => new Reply(302, undefined, { location })

export const AccountHandlers = handlers<typeof AccountApi>()({
  signUp: ({ input }) =>
    Effect.map(accounts.signUp.run(input()), ({ invitation }) =>
      invitation === null
        ? done("Account created. Please check your email to verify your address.")
        : { ...done("Account created. You can sign in now."), invitation }
    ),
  signIn: ({ input }) => Effect.map(accounts.signIn.run(input()), signedIn),
  ...singleSignOnHandlers,
  requestPasswordReset: ({ input }) =>
    Effect.as(
      accounts.requestPasswordReset.run(input()),
      done("If the address is registered, we have sent an email with a link to set a new password.")
    ),
  resendVerification: ({ input }) =>
    Effect.as(
      accounts.resendVerification.run(input()),
      done("If the address has an unverified account, we have sent an email with a new link.")
    ),
  resetPassword: ({ input }) =>
    Effect.as(accounts.resetPassword.run(input()), done("Password updated. You can sign in now.")),
  // Mail scanners open links with HEAD: that must not use up the token.
  verifyEmail: ({ method, query }) =>
    Effect.flatMap(Redirects, ({ invalid, verified }) =>
      method === "HEAD"
        ? Effect.succeed(new Reply(200, undefined))
        : accounts.verifyEmail.run(String(query["token"] ?? "")).pipe(
            Effect.as(redirect(verified)),
            Effect.catchTag("InvalidEmailToken", () => Effect.succeed(redirect(invalid)))
          )
    ),
  unsubscribe: ({ query }) =>
    Effect.as(accounts.unsubscribe.run(String(query["token"] ?? "")), done("You get no more mails about tasks.")),
  sessions: ({ input, query }) => Effect.map(accounts.sessions.run(input()), paged("sessions", query)),
  endSession: ({ path }) => Effect.as(accounts.endSession.run(path.id), done("Session ended")),
  signOut: () => Effect.as(accounts.signOut.run(), done("Signed out")),
  signOutEverywhere: ({ input }) => Effect.as(accounts.signOutEverywhere.run(input()), done("Signed out everywhere")),
  events: ({ input, query }) => Effect.map(accounts.events.run(input()), paged("events", query)),
  profile: () => accounts.profile.run(),
  updateProfile: ({ input }) =>
    Effect.map(accounts.updateProfile.run(input()), (user) => ({ success: true as const, user })),
  changePassword: ({ input }) =>
    Effect.map(accounts.changePassword.run(input()), ({ token }) => ({
      ...done("Password changed. You are signed out everywhere else."),
      token
    })),
  deleteOwn: ({ input }) => Effect.as(accounts.deleteOwn.run(input()), done("Account deleted")),
  exportOwn: sendExport,
  changeEmail: ({ input }) =>
    Effect.as(
      accounts.changeEmail.run(input()),
      done("If the address is free, we have sent an email with a link that confirms it.")
    ),
  confirmEmail: ({ input }) =>
    Effect.as(accounts.confirmEmail.run(input()), done("Address confirmed. You can sign in with it now.")),
  undoEmail: ({ input }) =>
    Effect.as(accounts.undoEmail.run(input()), done("Change undone. You can sign in with your old address.")),
  completeOnboarding: ({ input }) =>
    Effect.map(accounts.completeOnboarding.run(input()), ({ hasCompletedOnboarding, id }) => ({
      success: true as const,
      user: { id, hasCompletedOnboarding }
    }))
})
