import { type Account, DEFAULT_AVATAR } from "./Account.js"

/** An account that nobody has used yet. */
export const newAccount = (
  given: Pick<Account, "id" | "name" | "email" | "passwordHash" | "verifiedAt" | "createdAt">
): Account => ({
  ...given,
  avatar: DEFAULT_AVATAR,
  hasCompletedOnboarding: false,
  onboardingData: {},
  tokenVersion: 0,
  disabledAt: null
})
