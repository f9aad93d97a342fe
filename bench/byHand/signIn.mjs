import { EMAIL_NOT_VERIFIED, INVALID_CREDENTIALS, invalid } from "./Refusal.mjs"

// Of 32 random bytes that nobody kept: an unknown address takes as long as a wrong password.
const DUMMY_HASH = "$2b$12$74hLUDRXpbvc0d0mOU2xM.mJvG2ABRvGsy4WnNzjgG350LAwgcYU6"

/** Signs in: `accountOf` finds by normalised address, `compare` runs bcrypt, `sign` makes the token. */
export const signIn = async (body, { accountOf, compare, sign }) => {
  const wrong = ["email", "password"].filter((field) => typeof body?.[field] !== "string")
  if (wrong.length > 0) throw invalid(wrong.map((field) => ({ path: [field], message: "must be a string" })))
  const account = await accountOf(body.email.trim().toLowerCase())
  const fits = Buffer.byteLength(body.password) <= 72
  const matches = await compare(fits ? body.password : "", account?.passwordHash ?? DUMMY_HASH)
  if (account === undefined || !matches || !fits || account.disabledAt !== null) throw INVALID_CREDENTIALS
  if (account.verifiedAt === null) throw EMAIL_NOT_VERIFIED
  const { avatar, email, hasCompletedOnboarding, id, name, tokenVersion } = account
  const token = await sign({ userId: id, email, ver: tokenVersion })
  return { success: true, token, user: { id, name, email, avatar, hasCompletedOnboarding } }
}
