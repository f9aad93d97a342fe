import { Account } from "@boardwright/core"
import { Effect } from "effect"
import type { HandlerRequest } from "../Handler.js"

/** Signs in as the client of the request. */
export const signingIn = <A, E, R>(
  { client, served }: Pick<HandlerRequest<unknown>, "client" | "served">,
  work: Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> =>
  work.pipe(
    Effect.provideService(Account.CurrentClient, client()),
    Effect.provideService(Account.CurrentUserAgent, served.header("user-agent") ?? null)
  )

/** The body of a sign-in. */
export const signedIn = ({
  token,
  user: { avatar, email, hasCompletedOnboarding, id, name }
}: {
  readonly token: string
  readonly user: Account.Profile
}) => ({ success: true as const, token, user: { id, name, email, avatar, hasCompletedOnboarding } })
