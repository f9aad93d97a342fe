import { createHmac, timingSafeEqual } from "node:crypto"
import { UNAUTHORIZED } from "./Refusal.mjs"

const encode = (value) => Buffer.from(JSON.stringify(value)).toString("base64url")
const HEADER = encode({ alg: "HS256", typ: "JWT" })
const WEEK = 7 * 24 * 60 * 60

const signatureOf = (secret, signed) => createHmac("sha256", secret).update(signed).digest()

/** A token as the service's own: HS256, a week, with the account's token version. */
export const signToken = (secret, { email, userId, ver }) => {
  const iat = Math.floor(Date.now() / 1000)
  const signed = `${HEADER}.${encode({ userId, email, ver, iat, exp: iat + WEEK })}`
  return `${signed}.${signatureOf(secret, signed).toString("base64url")}`
}

/** The claims of a token that this secret signed and that is still valid. */
export const verifyToken = (secret, token) => {
  const [header, payload, signature] = token.split(".")
  if (signature === undefined) throw UNAUTHORIZED
  const sent = Buffer.from(signature, "base64url")
  const right = signatureOf(secret, `${header}.${payload}`)
  if (sent.length !== right.length || !timingSafeEqual(sent, right)) throw UNAUTHORIZED
  if (header !== HEADER && JSON.parse(Buffer.from(header, "base64url").toString()).alg !== "HS256") throw UNAUTHORIZED
  const claims = JSON.parse(Buffer.from(payload, "base64url").toString())
  if (!(claims.exp > Date.now() / 1000)) throw UNAUTHORIZED
  return claims
}

/** The token of an `Authorization` header. */
export const bearerOf = (header) => {
  if (header === undefined || !header.startsWith("Bearer ")) throw UNAUTHORIZED
  return header.slice(7)
}
