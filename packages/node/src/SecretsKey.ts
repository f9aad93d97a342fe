/** Parses a key of 32 bytes in hex or base64; null if it is none. */
export const parse = (text: string): Buffer | null => {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, "hex")
  // Also base64url, with or without the padding.
  return /^[\w+/-]{43}=?$/.test(text) ? Buffer.from(text, "base64") : null
}
