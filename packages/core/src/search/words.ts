/** Most code points of a word that are compared. */
const WORD_LENGTH = 64

/** Accents and other marks on letters; signs that are letters of their own, such as vowels in Hindi, are none. */
const MARKS = new RegExp(
  String.raw`[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u064b-\u065f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]`,
  "gu"
)

/** Letters that decompose into no letter and mark. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  þ: "th",
  ł: "l",
  ħ: "h",
  ı: "i",
  ς: "σ"
}
const LETTER = /[ßæœøđðþłħıς]/g
const ASCII = /^[^\u0080-\uffff]*$/

/** A text without regard to case, diacritics and compatible forms of one character. Folding it again changes nothing. */
export const fold = (text: string): string => {
  if (ASCII.test(text)) return text.toLowerCase()
  const plain = (each: string) => each.normalize("NFKD").replace(MARKS, "")
  return plain(plain(text).toLowerCase())
    .replace(LETTER, (letter) => LETTERS[letter] ?? letter)
    .normalize("NFC")
}

const RUN = /[\p{L}\p{N}\p{M}]+/gu
const CJK = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー`
const PART = new RegExp(`[${CJK}]+|[^${CJK}]+`, "gu")
const IS_CJK = new RegExp(`^[${CJK}]`, "u")

/** A word of a text, and where the text has it, in UTF-16 units. */
export interface PlacedWord {
  readonly word: string
  readonly start: number
  readonly end: number
}

/** The pairs of neighbors, and the last character alone. */
function* pairs(part: string, start: number, wholeEnd: number | null): Generator<PlacedWord> {
  const letters = Array.from(part)
  let at = start
  for (const [index, letter] of letters.entries()) {
    const word = letter + (letters[index + 1] ?? "")
    yield { word, start: at, end: wholeEnd ?? at + word.length }
    if (wholeEnd === null) at += letter.length
  }
}

/**
 * The words of a text, folded, in order. Chinese, Japanese and Korean, which are written without spaces or with endings, are
 * divided into pairs of neighboring characters and the last one.
 */
export function* wordsIn(text: string): Generator<PlacedWord> {
  for (const run of text.matchAll(RUN)) {
    const folded = fold(run[0])
    // Where folding changes the length, a part of the run stands for the whole.
    const isExact = folded.length === run[0].length
    const end = run.index + run[0].length
    for (const piece of folded.matchAll(RUN))
      for (const part of piece[0].matchAll(PART)) {
        const from = isExact ? run.index + piece.index + part.index : run.index
        if (IS_CJK.test(part[0])) yield* pairs(part[0], from, isExact ? null : end)
        else {
          const word = part[0].length <= WORD_LENGTH ? part[0] : Array.from(part[0]).slice(0, WORD_LENGTH).join("")
          yield { word, start: from, end: isExact ? from + part[0].length : end }
        }
      }
  }
}

/** The distinct words of texts. */
export const wordsOf = (...texts: ReadonlyArray<string>): ReadonlySet<string> => {
  const words = new Set<string>()
  for (const text of texts) for (const { word } of wordsIn(text)) words.add(word)
  return words
}

/** The distinct words that a query asks for: without the last character of a pair that is there. */
export const queryWords = (query: string): ReadonlyArray<string> => {
  const words = [...wordsIn(query)]
  const isRest = ({ word, end }: PlacedWord, before: PlacedWord | undefined) =>
    before !== undefined &&
    IS_CJK.test(word) &&
    before.end === end &&
    before.word !== word &&
    before.word.endsWith(word)
  return [...new Set(words.filter((word, at) => !isRest(word, words[at - 1])).map(({ word }) => word))]
}

/** Whether a word of a query is rare enough to be looked for on all boards: 3 characters, or a pair. */
export const isSelective = (word: string): boolean => Array.from(word).length >= (IS_CJK.test(word) ? 2 : 3)

const isAsciiLetter = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 48 && code <= 57)

/** Whether a folded text of ASCII has a word that begins with this one. */
const beginsInAscii = (text: string, word: string): boolean => {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1))
    if (at === 0 || !isAsciiLetter(text.charCodeAt(at - 1))) return true
  return false
}

/** Whether texts together have a word that begins with each of these, which are folded. */
export const hasWords = (texts: ReadonlyArray<string>, asked: ReadonlyArray<string>): boolean => {
  // Most texts are ASCII, which need not be divided into words.
  const ascii: Array<string> = []
  const others: Array<string> = []
  for (const text of texts)
    if (ASCII.test(text)) ascii.push(text.toLowerCase())
    else others.push(text)
  const left = asked.filter((each) => !ascii.some((text) => beginsInAscii(text, each)))
  if (left.length === 0) return true
  const words = [...wordsOf(...others)]
  return left.every((each) => words.some((word) => word.startsWith(each)))
}
