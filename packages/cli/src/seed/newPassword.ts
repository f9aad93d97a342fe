import { randomBytes } from "node:crypto"

// 32 characters, so that a byte selects one without bias. None of them looks like another.
const CHARACTERS = "abcdefghijkmnpqrstuvwxyz23456789"

/** A random password of 80 bits that a person can type: `t3kq-9xwm-...`. */
export const newPassword = (): string => {
  const characters = [...randomBytes(16)].map((byte) => CHARACTERS.charAt(byte % CHARACTERS.length))
  return characters.join("").replaceAll(/(.{4})(?=.)/g, "$1-")
}
