const SIZE = 64

// The first 32 bits of the fractional parts of square and cube roots of the first primes (FIPS 180-4, 4.2.2, 5.3.3).
const primes = (count: number): ReadonlyArray<number> => {
  const found: Array<number> = []
  for (let n = 2; found.length < count; n++) if (found.every((prime) => n % prime !== 0)) found.push(n)
  return found
}
const fraction = (root: number): number => Math.floor((root - Math.floor(root)) * 2 ** 32)
const ROUNDS = primes(SIZE).map((prime) => fraction(Math.cbrt(prime)))
const START = primes(8).map((prime) => fraction(Math.sqrt(prime)))

const utf8 = (text: string): ReadonlyArray<number> => {
  const escaped = encodeURIComponent(text.toWellFormed())
  const bytes: Array<number> = []
  for (let at = 0; at < escaped.length; at++) {
    if (escaped.charAt(at) === "%") bytes.push(Number.parseInt(escaped.slice(at + 1, (at += 2) + 1), 16))
    else bytes.push(escaped.charCodeAt(at))
  }
  return bytes
}

const padded = (bytes: ReadonlyArray<number>): ReadonlyArray<number> => {
  const zeros = (SIZE - ((bytes.length + 9) % SIZE)) % SIZE
  const bits = bytes.length * 8
  const length = [24, 16, 8, 0].map((shift) => (bits >>> shift) & 255)
  return [...bytes, 128, ...Array.from({ length: zeros + 4 }, () => 0), ...length]
}

const rotate = (word: number, by: number): number => (word >>> by) | (word << (32 - by))

const schedule = (block: ReadonlyArray<number>): ReadonlyArray<number> => {
  const words: Array<number> = []
  const word = (at: number): number => words[at] ?? 0
  const byte = (at: number): number => block[at] ?? 0
  for (let at = 0; at < SIZE; at++) {
    if (at < 16) {
      const first = at * 4
      words.push((byte(first) << 24) | (byte(first + 1) << 16) | (byte(first + 2) << 8) | byte(first + 3))
      continue
    }
    const [early, late] = [word(at - 15), word(at - 2)]
    const small = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3)
    const large = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10)
    words.push((word(at - 16) + small + word(at - 7) + large) | 0)
  }
  return words
}

const compress = (state: ReadonlyArray<number>, block: ReadonlyArray<number>): ReadonlyArray<number> => {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (const [at, word] of schedule(block).entries()) {
    const choice = (e & f) ^ (~e & g)
    const first = (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + choice + (ROUNDS[at] ?? 0) + word) | 0
    const majority = (a & b) ^ (a & c) ^ (b & c)
    const second = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + majority) | 0
    ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0]
  }
  return [a, b, c, d, e, f, g, h].map((word, at) => (word + (state[at] ?? 0)) | 0)
}

/**
 * The SHA-256 of the text in UTF-8, in hex (FIPS 180-4); half of a surrogate pair is taken as U+FFFD. For tests, where
 * no platform is to be asked.
 */
export const sha256 = (text: string): string => {
  const bytes = padded(utf8(text))
  let state: ReadonlyArray<number> = START
  for (let at = 0; at < bytes.length; at += SIZE) state = compress(state, bytes.slice(at, at + SIZE))
  return state.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("")
}
