import { UNAUTHORIZED } from "../Refusal.mjs"

const flags = (row) =>
  row && {
    ...row,
    hasCompletedOnboarding: row.hasCompletedOnboarding === 1,
    onboardingData: JSON.parse(row.onboardingData)
  }

const PROFILE = `id, name, email, avatar, has_completed_onboarding as "hasCompletedOnboarding",
  onboarding_data as "onboardingData"`

/** Accounts: who a token speaks for, one's own profile, and the account to sign in to. */
export const accounts = (db) => {
  const version = db
    .prepare("select token_version from boardwright_account where id = ? and disabled_at is null")
    .pluck()
  const profile = db.prepare(`select ${PROFILE} from boardwright_account where id = ?`)
  const byEmail = db.prepare(`select ${PROFILE}, password_hash as "passwordHash", verified_at as "verifiedAt",
    token_version as "tokenVersion", disabled_at as "disabledAt" from boardwright_account where normalized_email = ?`)
  return {
    /** Refuses claims of a token that is void by now. */
    checkVersion: ({ userId, ver }) => {
      if (version.get(userId) !== ver) throw UNAUTHORIZED
    },
    me: (userId) => flags(profile.get(userId)),
    accountOf: (email) => flags(byEmail.get(email))
  }
}
