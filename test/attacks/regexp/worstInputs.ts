import { type AST, visitRegExpAST } from "@eslint-community/regexpp"
import type { CountedRegExp, Unit } from "./stepsOf.js"

/** Characters that expressions tell apart, besides those that they name. */
const COMMON = [
  "a",
  "A",
  "f",
  "z",
  "0",
  "1",
  "9",
  " ",
  "\n",
  "\t",
  "-",
  "_",
  ".",
  ",",
  ":",
  "/",
  "\\",
  '"',
  "'",
  "=",
  "<"
]
const RARE = [
  "\u0000",
  "é",
  "\u{1F600}",
  "\u200D",
  "\uFE0F",
  "\u{1F1E6}",
  "\u20E3",
  "\u{E0041}",
  "\u{E007F}",
  "\u{1F3FB}"
]

const named = (pattern: AST.Pattern): ReadonlyArray<string> => {
  const found = new Set<string>()
  visitRegExpAST(pattern, {
    onCharacterEnter: ({ value }) => {
      if (value < 0xd800 || value > 0xdfff) found.add(String.fromCodePoint(value))
    }
  })
  return [...found]
}

const unitsOf = (pattern: AST.Pattern): ReadonlyArray<Unit> => {
  const found = new Map<string, Unit>()
  const add = (unit: Unit) => {
    if (unit.parent.type !== "CharacterClass" && unit.parent.type !== "CharacterClassRange") found.set(unit.raw, unit)
  }
  visitRegExpAST(pattern, { onCharacterEnter: add, onCharacterSetEnter: add, onCharacterClassEnter: add })
  return [...found.values()]
}

/** One character of each kind that the expression tells apart. */
const alphabetOf = (regexp: CountedRegExp): ReadonlyArray<string> => {
  const units = unitsOf(regexp.pattern)
  const kinds = new Map<string, string>()
  for (const character of [...named(regexp.pattern), ...COMMON, ...RARE]) {
    const kind = units.map((unit) => (regexp.matches(unit, character) ? 1 : 0)).join("")
    if (!kinds.has(kind)) kinds.set(kind, character)
  }
  return [...kinds.values()]
}

/** A short text that a part of the expression matches, as far as it is told by its characters alone. */
const sample = (regexp: CountedRegExp, alphabet: ReadonlyArray<string>, node: AST.Element): string => {
  switch (node.type) {
    case "Character":
    case "CharacterSet":
    case "CharacterClass":
      return alphabet.find((character) => regexp.matches(node, character)) ?? ""
    case "Group":
    case "CapturingGroup":
      return (node.alternatives[0]?.elements ?? []).map((each) => sample(regexp, alphabet, each)).join("")
    case "Quantifier":
      return sample(regexp, alphabet, node.element).repeat(Math.max(1, node.min))
    default:
      return ""
  }
}

const isLong = (element: AST.Element): boolean => element.type === "Quantifier" && element.max >= 20

/** What stands between two repetitions, with the second or without. */
const between = (elements: ReadonlyArray<AST.Element>): ReadonlyArray<ReadonlyArray<AST.Element>> => {
  const ends = elements.flatMap((element, at) => (isLong(element) ? [at] : []))
  return [-1, ...ends].flatMap((from) =>
    [...ends, elements.length].flatMap((to) =>
      to > from ? [elements.slice(from + 1, to), elements.slice(from + 1, to + 1)] : []
    )
  )
}

/** The texts that lead to each repetition, and those that are repeated there. */
const repetitions = (regexp: CountedRegExp, alphabet: ReadonlyArray<string>) => {
  const [prefixes, bodies] = [new Set([""]), new Set<string>()]
  const sampleOf = (elements: ReadonlyArray<AST.Element>) =>
    elements.map((each) => sample(regexp, alphabet, each)).join("")
  visitRegExpAST(regexp.pattern, {
    onAlternativeEnter: ({ elements }) => {
      for (const part of between(elements)) bodies.add(sampleOf(part))
    },
    onQuantifierEnter: (quantifier) => {
      if (!isLong(quantifier)) return
      bodies.add(sample(regexp, alphabet, quantifier.element))
      let prefix = ""
      let node: AST.Node = quantifier
      while (node.parent !== null) {
        const parent: AST.Node = node.parent
        if (parent.type === "Alternative") {
          const before = parent.elements.slice(0, parent.elements.indexOf(node as AST.Element))
          prefix = sampleOf(before) + prefix
        }
        node = parent
      }
      prefixes.add(prefix)
    }
  })
  return { prefixes: [...prefixes], bodies: [...bodies].filter((body) => body !== "") }
}

/** Most kinds of characters of which words of two are made. */
const MOST_PAIRED = 24

/** A family of texts: `of(n)` repeats its middle to `n` characters or somewhat more. */
export interface Family {
  readonly of: (length: number) => string
}

/**
 * Texts that could make a backtracking engine work: after each text that leads to a repetition, words of its characters
 * and of what it repeats, again and again, and an end that fits or not.
 */
export const worstInputs = (regexp: CountedRegExp): ReadonlyArray<Family> => {
  const alphabet = alphabetOf(regexp)
  const { bodies, prefixes } = repetitions(regexp, alphabet)
  const paired = alphabet.slice(0, MOST_PAIRED)
  const pairs = paired.flatMap((first) => paired.map((second) => first + second))
  const triples = alphabet.length > 6 ? [] : pairs.flatMap((pair) => alphabet.map((third) => pair + third))
  const joined = bodies.flatMap((body) => [body, ...alphabet.flatMap((each) => [body + each, each + body])])
  const words = new Set([...alphabet, ...pairs, ...triples, ...joined])
  const ends = ["", "\u0001", "\n!", " !"]
  return prefixes.flatMap((prefix) =>
    [...words].flatMap((word) =>
      ends.map((end) => ({ of: (length) => prefix + word.repeat(Math.ceil(length / word.length)) + end }))
    )
  )
}
