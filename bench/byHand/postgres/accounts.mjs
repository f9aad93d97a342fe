import { UNAUTHORIZED } from "../Refusal.mjs"

const PROFILE = `id, name, email, avatar, has_completed_onboarding as "hasCompletedOnboarding",
  onboarding_data as "onboardingData"`
const VERSION = 'select token_version as "version" from boardwright_account where id = $1 and disabled_at is null'
const ME = `select ${PROFILE} from boardwright_account where id = $1`
const BY_EMAIL = `select ${PROFILE}, password_hash as "passwordHash", verified_at as "verifiedAt",
  token_version as "tokenVersion", disabled_at as "disabledAt" from boardwright_account where normalized_email = $1`

/** Accounts: who a token speaks for, one's own profile, and the account to sign in to. */
export const accounts = ({ one }) => ({
  /** Refuses claims of a token that is void by now. */
  checkVersion: async ({ userId, ver }) => {
    if ((await one(VERSION, [userId]))?.version !== ver) throw UNAUTHORIZED
  },
  me: (userId) => one(ME, [userId]),
  accountOf: (email) => one(BY_EMAIL, [email])
})
