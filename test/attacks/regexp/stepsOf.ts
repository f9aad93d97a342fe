import { type AST, RegExpParser } from "@eslint-community/regexpp"

/** Goes on behind what was matched; false where the rest does not match. */
type Next = (at: number) => boolean
type Matcher = (at: number, next: Next) => boolean

/** More steps than this are not counted. */
export const MOST_STEPS = 3_000_000

class TooMany extends Error {}

/** One character, or one assertion about a place, as the engine checks it. */
export type Unit = AST.Character | AST.CharacterSet | AST.CharacterClass

/** A regular expression that counts what a backtracking engine does with it. */
export class CountedRegExp {
  readonly pattern: AST.Pattern
  readonly #flags: string
  readonly #units = new Map<string, Map<string, boolean>>()
  #text = ""
  #steps = 0
  #groups: Array<string | undefined> = []

  constructor(
    source: string,
    readonly flags: string
  ) {
    const [unicode, unicodeSets] = [flags.includes("u"), flags.includes("v")]
    this.pattern = new RegExpParser().parsePattern(source, undefined, undefined, { unicode, unicodeSets })
    this.#flags = flags.replaceAll(/[^isuv]/g, "")
  }

  /** Whether a character matches a unit of this expression. */
  matches(unit: Unit, character: string): boolean {
    const known = this.#units.get(unit.raw) ?? new Map<string, boolean>()
    this.#units.set(unit.raw, known)
    const found = known.get(character)
    if (found !== undefined) return found
    const isMatch = new RegExp(`^(?:${unit.raw})$`, this.#flags).test(character)
    known.set(character, isMatch)
    return isMatch
  }

  /** The steps of a search through the whole text, with all of its matches where the flags ask for them. */
  steps(text: string): number {
    this.#text = text
    this.#steps = 0
    const match = this.#alternatives(this.pattern.alternatives)
    try {
      for (let from = 0; from <= text.length;) {
        this.#groups = []
        let end = -1
        const found = match(from, (at) => {
          end = at
          return true
        })
        if (!found && this.flags.includes("y")) break
        if (found && !/[gy]/.test(this.flags)) break
        from = found && end > from ? end : from + 1
      }
    } catch (cause) {
      if (!(cause instanceof TooMany)) throw cause
    }
    return this.#steps
  }

  #count(): void {
    this.#steps += 1
    if (this.#steps > MOST_STEPS) throw new TooMany()
  }

  #alternatives(alternatives: ReadonlyArray<AST.Alternative>): Matcher {
    const all = alternatives.map(({ elements }) => this.#sequence(elements))
    if (all.length === 1) return all[0]!
    return (at, next) => all.some((match) => match(at, next))
  }

  #sequence(elements: ReadonlyArray<AST.Element>): Matcher {
    const all = elements.map((element) => this.#element(element))
    const last: Matcher = all.at(-1) ?? ((at, next) => next(at))
    return all
      .slice(0, -1)
      .reduceRight<Matcher>((rest, match) => (at, next) => match(at, (then) => rest(then, next)), last)
  }

  #element(element: AST.Element): Matcher {
    switch (element.type) {
      case "Character":
      case "CharacterSet":
      case "CharacterClass":
        return this.#unit(element)
      case "Group":
        return this.#alternatives(element.alternatives)
      case "CapturingGroup":
        return this.#capturing(element)
      case "Quantifier":
        return this.#quantifier(element)
      case "Backreference":
        return this.#backreference(element)
      case "Assertion":
        return this.#assertion(element)
      case "ExpressionCharacterClass":
        throw new Error(`not counted: ${element.raw}`)
    }
  }

  #unit(unit: Unit): Matcher {
    const isUnicode = /[uv]/.test(this.flags)
    const known = new Map<string, boolean>()
    return (at, next) => {
      this.#count()
      if (at >= this.#text.length) return false
      const point = isUnicode ? (this.#text.codePointAt(at) ?? 0) : 0
      const character = point > 0xffff ? String.fromCodePoint(point) : this.#text.charAt(at)
      let isMatch = known.get(character)
      if (isMatch === undefined) known.set(character, (isMatch = this.matches(unit, character)))
      return isMatch && next(at + character.length)
    }
  }

  #capturing(group: AST.CapturingGroup): Matcher {
    const match = this.#alternatives(group.alternatives)
    const number = this.#numberOf(group)
    return (at, next) => {
      const before = this.#groups[number]
      const isMatch = match(at, (end) => {
        this.#groups[number] = this.#text.slice(at, end)
        return next(end)
      })
      if (!isMatch) this.#groups[number] = before
      return isMatch
    }
  }

  #numberOf(group: AST.CapturingGroup): number {
    const before = this.pattern.raw.slice(0, group.start - this.pattern.start)
    return before
      .replaceAll(/\\.|\[(?:\\.|[^\]])*\]/gs, "")
      .replaceAll(/\(\?(?!<[^=!])/g, "")
      .split("(").length
  }

  #quantifier({ element, greedy, max, min }: AST.Quantifier): Matcher {
    const match = this.#element(element)
    const times = (count: number, at: number, next: Next): boolean => {
      if (count >= min && !greedy && next(at)) return true
      // A repetition that takes nothing ends the loop.
      const takes = count < max && match(at, (end) => (end > at || count < min) && times(count + 1, end, next))
      return takes || (count >= min && greedy && next(at))
    }
    return (at, next) => times(0, at, next)
  }

  #backreference({ ref }: AST.Backreference): Matcher {
    return (at, next) => {
      this.#count()
      const text = this.#groups[Number(ref)] ?? ""
      this.#steps += text.length
      return this.#text.startsWith(text, at) && next(at + text.length)
    }
  }

  #assertion(assertion: AST.Assertion): Matcher {
    const holds = this.#assertionHolds(assertion)
    return (at, next) => {
      this.#count()
      return holds(at) && next(at)
    }
  }

  #assertionHolds(assertion: AST.Assertion): (at: number) => boolean {
    const isBreak = (at: number) => this.flags.includes("m") && this.#text[at] === "\n"
    const isWord = (at: number) => /\w/.test(this.#text[at] ?? "")
    switch (assertion.kind) {
      case "start":
        return (at) => at === 0 || isBreak(at - 1)
      case "end":
        return (at) => at === this.#text.length || isBreak(at)
      case "word":
        return (at) => (isWord(at - 1) === isWord(at)) === assertion.negate
      case "lookahead": {
        const match = this.#alternatives(assertion.alternatives)
        return (at) => match(at, () => true) !== assertion.negate
      }
      case "lookbehind": {
        const match = this.#alternatives(assertion.alternatives)
        return (at) => (at > 0 && match(at - 1, (end) => end === at)) !== assertion.negate
      }
    }
  }
}
