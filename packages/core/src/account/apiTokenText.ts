const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
const RANDOM_LENGTH = 30
const CHECK_LENGTH = 6

/** What every API token begins with, so that scanners for secrets find it. */
export const API_TOKEN_PREFIX = "bw_pat_"

/** How much of a token is stored and shown. */
const SHOWN_LENGTH = API_TOKEN_PREFIX.length + 4

/** Letters and digits, most significant first, cut to a length. */
const toBase62 = (value: bigint, length: number): string => {
  let [text, rest] = ["", value]
  while (text.length < length) {
    text = DIGITS.charAt(Number(rest % 62n)) + text
    rest /= 62n
  }
  return text
}

/** The CRC-32 (IEEE 802.3) of ASCII text. */
const crc32 = (text: string): number => {
  let crc = -1
  for (let at = 0; at < text.length; at++) {
    crc ^= text.charCodeAt(at)
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ~crc >>> 0
}

const checkOf = (random: string): string => toBase62(BigInt(crc32(random)), CHECK_LENGTH)

/** A token from 32 random bytes in hex. */
export const apiTokenText = (hex: string): string => {
  const random = toBase62(BigInt(`0x${hex}`), RANDOM_LENGTH)
  return `${API_TOKEN_PREFIX}${random}${checkOf(random)}`
}

const FORM = /^bw_pat_([0-9A-Za-z]{30})([0-9A-Za-z]{6})$/

/** Whether text has the form of a token and the right checksum, so that typing errors need no query. */
export const isApiTokenText = (text: string): boolean => {
  const [, random, check] = FORM.exec(text) ?? []
  return random !== undefined && check === checkOf(random)
}

/** The part of a token that is stored and shown. */
export const shownPrefix = (text: string): string => text.slice(0, SHOWN_LENGTH)
