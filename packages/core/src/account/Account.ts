import type { Timestamp } from "../values/Timestamp.js"
import type { Language } from "./language.js"
import { DEFAULT_TIMEZONE } from "./timezone.js"
import type { User } from "./User.js"

/** The answers of the onboarding form. */
export interface OnboardingData {
  readonly companyName?: string | undefined
  readonly companySize?: string | undefined
  readonly role?: string | undefined
  readonly useCase?: string | undefined
  readonly firstWorkspace?: string | undefined
}

/** The kinds of mails that a user wants or does not want. One that is missing is sent where the operator sends such mails. */
export interface Notifications {
  readonly assigned?: boolean
  readonly mentioned?: boolean
  readonly due?: boolean
  readonly signIn?: boolean
}

/** A user with credentials. Never leaves the process whole: see `toProfile`. */
export interface Account extends User {
  /** The bcrypt hash. */
  readonly passwordHash: string
  readonly verifiedAt: Timestamp | null
  readonly hasCompletedOnboarding: boolean
  readonly onboardingData: OnboardingData
  /** Access tokens of another version are void. Raised by a new password or address, by disabling, and by signing out everywhere. */
  readonly tokenVersion: number
  /**
   * When the operator disabled the account, or null. A disabled account cannot sign in, its access tokens and reset
   * links are void and it gets no mail; its workspaces, assignments and memberships stay.
   */
  readonly disabledAt: Timestamp | null
  /** The name of an IANA time zone; null if none was chosen. */
  readonly timezone: string | null
  /** The language of the mails to the user; null if it is not known. */
  readonly language: Language | null
  readonly notifications: Notifications
  readonly createdAt: Timestamp
}

/** The part of an account that its user may read. */
export interface Profile extends User {
  readonly hasCompletedOnboarding: boolean
  readonly onboardingData: OnboardingData
  /** The name of an IANA time zone. */
  readonly timezone: string
  /** Null if it is not known; mails are in English then. */
  readonly language: Language | null
  readonly notifications: Notifications
}

export const toProfile = (account: Account): Profile => ({
  id: account.id,
  name: account.name,
  email: account.email,
  avatar: account.avatar,
  hasCompletedOnboarding: account.hasCompletedOnboarding,
  onboardingData: account.onboardingData,
  timezone: account.timezone ?? DEFAULT_TIMEZONE,
  language: account.language,
  notifications: account.notifications
})

/** The part of an account that the operator may read. */
export interface AccountDetails extends Profile {
  readonly verifiedAt: Timestamp | null
  readonly disabledAt: Timestamp | null
  readonly createdAt: Timestamp
}

export const toDetails = (account: Account): AccountDetails => ({
  ...toProfile(account),
  verifiedAt: account.verifiedAt,
  disabledAt: account.disabledAt,
  createdAt: account.createdAt
})

/** The avatar of a new account; the HTTP API serves it. */
export const DEFAULT_AVATAR = "/api/avatars/default.svg"

/** An account that was never used. */
export const newAccount = (
  given: Pick<Account, "id" | "name" | "email" | "passwordHash" | "verifiedAt" | "createdAt">
): Account => ({
  ...given,
  avatar: DEFAULT_AVATAR,
  hasCompletedOnboarding: false,
  onboardingData: {},
  tokenVersion: 0,
  disabledAt: null,
  timezone: null,
  language: null,
  notifications: {}
})
