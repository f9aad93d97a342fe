import type { Timestamp } from "../values/Timestamp.js"
import type { User } from "./User.js"

/** What the onboarding form told of the account. */
export interface OnboardingData {
  readonly companyName?: string | undefined
  readonly companySize?: string | undefined
  readonly role?: string | undefined
  readonly useCase?: string | undefined
  readonly firstWorkspace?: string | undefined
}

/** A user with what signing in takes. Never leaves the process whole: see `toProfile`. */
export interface Account extends User {
  /** The bcrypt hash. */
  readonly passwordHash: string
  /** When the address was verified, or null. */
  readonly verifiedAt: Timestamp | null
  readonly hasCompletedOnboarding: boolean
  readonly onboardingData: OnboardingData
  /** Access tokens of another version are void; a new password and disabling raise it. */
  readonly tokenVersion: number
  /**
   * When the operator disabled the account, or null. Nobody signs in as a disabled account, its access tokens and reset
   * links are void and it gets no mails; what it owns, is assigned to and is a member of stays as it is.
   */
  readonly disabledAt: Timestamp | null
  readonly createdAt: Timestamp
}

/** What a user may read of the own account. */
export interface Profile extends User {
  readonly hasCompletedOnboarding: boolean
  readonly onboardingData: OnboardingData
}

/** Leaves out the password hash, the token version and what only the operator may read. */
export const toProfile = (account: Account): Profile => ({
  id: account.id,
  name: account.name,
  email: account.email,
  avatar: account.avatar,
  hasCompletedOnboarding: account.hasCompletedOnboarding,
  onboardingData: account.onboardingData
})

/** What the operator may read of any account. */
export interface AccountDetails extends Profile {
  readonly verifiedAt: Timestamp | null
  readonly disabledAt: Timestamp | null
  readonly createdAt: Timestamp
}

/** Leaves out the password hash and the token version. */
export const toDetails = (account: Account): AccountDetails => ({
  ...toProfile(account),
  verifiedAt: account.verifiedAt,
  disabledAt: account.disabledAt,
  createdAt: account.createdAt
})

/** The avatar of a new account; the HTTP API serves it. */
export const DEFAULT_AVATAR = "/api/avatars/default.svg"
