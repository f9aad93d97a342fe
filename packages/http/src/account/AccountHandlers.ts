import { Account } from "@boardwright/core"
import { Effect } from "effect"
import { handlers, Reply } from "../Handler.js"
import { Redirects } from "../Redirects.js"
import type { AccountApi } from "./AccountApi.js"

const done = (message: string) => ({ success: true, message }) as const
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
      done("If the address is registered, a mail with a link to set a new password is on its way.")
    ),
  resendVerification: ({ input }) =>
    Effect.as(
      Account.resendVerification(input()),
      done("If the address waits to be verified, a mail with a new link is on its way.")
    ),
  resetPassword: ({ client, input }) =>
    Effect.as(from(client(), Account.resetPassword(input())), done("Password updated. You can sign in now.")),
  // Mail scanners open links with HEAD before people do: that must not use a token up.
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
