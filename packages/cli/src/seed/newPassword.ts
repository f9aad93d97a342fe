import { randomBytes } from "node:crypto"

// 32 characters, so that each byte gives one without a bias; none is easily taken for another.
const CHARACTERS = "abcdefghijkmnpqrstuvwxyz23456789"

/** A random password of 80 bits that a person can type: `t3kq-9xwm-...`. */
export const newPassword = (): string => {
  const characters = [...randomBytes(16)].map((byte) => CHARACTERS.charAt(byte % CHARACTERS.length))
  return characters.join("").replaceAll(/(.{4})(?=.)/g, "$1-")
}
