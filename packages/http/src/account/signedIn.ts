import type { Account } from "@boardwright/core"

/** The body of a sign-in. */
export const signedIn = ({
  token,
  user: { avatar, email, hasCompletedOnboarding, id, name }
}: {
  readonly token: string
  readonly user: Account.Profile
}) => ({ success: true as const, token, user: { id, name, email, avatar, hasCompletedOnboarding } })
