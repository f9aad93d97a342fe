import { Account } from "@boardwright/core"
import { Effect } from "effect"
import { handlers, Reply } from "../Handler.js"
import { done } from "../responseBodies.js"
import type { AccountApi } from "./AccountApi.js"
import { Redirects } from "./Redirects.js"

const from = <A, E, R>(client: string, work: Effect.Effect<A, E, R>) =>
  Effect.provideService(work, Account.CurrentClient, client)
const redirect = (location: string) => new Reply(302, undefined, { location })

export const AccountHandlers = handlers<typeof AccountApi>()({
  signUp: ({ input }) =>
    Effect.as(Account.signUp(input()), done("Account created. Please check your email to verify your address.")),
  signIn: ({ client, input }) =>
    Effect.map(
      from(client(), Account.signIn(input())),
      ({ token, user: { avatar, email, hasCompletedOnboarding, id, name } }) => ({
        success: true as const,
        token,
        user: { id, name, email, avatar, hasCompletedOnboarding }
      })
    ),
  requestPasswordReset: ({ input }) =>
    Effect.as(
      Account.requestPasswordReset(input()),
      done("If the address is registered, we have sent an email with a link to set a new password.")
    ),
  resendVerification: ({ input }) =>
    Effect.as(
      Account.resendVerification(input()),
      done("If the address has an unverified account, we have sent an email with a new link.")
    ),
  resetPassword: ({ client, input }) =>
    Effect.as(from(client(), Account.resetPassword(input())), done("Password updated. You can sign in now.")),
  // Mail scanners open links with HEAD: that must not use up the token.
  verifyEmail: ({ method, query }) =>
    Effect.flatMap(Redirects, ({ invalid, verified }) =>
      method === "HEAD"
        ? Effect.succeed(new Reply(200, undefined))
        : Account.verifyEmail(String(query["token"] ?? "")).pipe(
            Effect.as(redirect(verified)),
            Effect.catchTag("InvalidEmailToken", () => Effect.succeed(redirect(invalid)))
          )
    ),
  profile: () => Account.getProfile(),
  completeOnboarding: ({ input }) =>
    Effect.map(Account.completeOnboarding(input()), ({ hasCompletedOnboarding, id }) => ({
      success: true as const,
      user: { id, hasCompletedOnboarding }
    }))
})
