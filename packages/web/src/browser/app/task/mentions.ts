/** Someone who can be mentioned. */
export interface Mentionable {
  readonly id: string
  readonly name: string
}

/** A part of a text: a mention of the people with a name, or anything else. */
export interface TextPart {
  readonly text: string
  readonly name: string | null
}

const WORD = /[\p{L}\p{N}_]/u

/** Divides a text at its mentions: `@` and a name, which begins and ends with a word. The longest name counts. */
export const partsOf = (text: string, names: Iterable<string>): ReadonlyArray<TextPart> => {
  const longestFirst = [...new Set(names)].filter((name) => name !== "").toSorted((a, b) => b.length - a.length)
  const parts: Array<TextPart> = []
  let done = 0
  for (let at = text.indexOf("@"); at !== -1; at = text.indexOf("@", at + 1)) {
    if (at < done || (at > 0 && WORD.test(text.charAt(at - 1)))) continue
    const name = longestFirst.find(
      (each) => text.startsWith(each, at + 1) && !WORD.test(text.charAt(at + 1 + each.length))
    )
    if (name === undefined) continue
    if (at > done) parts.push({ text: text.slice(done, at), name: null })
    done = at + 1 + name.length
    parts.push({ text: text.slice(at, done), name })
  }
  if (done < text.length) parts.push({ text: text.slice(done), name: null })
  return parts
}

/** The ids of the people that a text mentions. Of people with the same name, those that were picked, or the first. */
export const mentionsIn = (
  text: string,
  people: ReadonlyArray<Mentionable>,
  picked: ReadonlySet<string>
): ReadonlyArray<string> => {
  const names = partsOf(
    text,
    people.map(({ name }) => name)
  ).flatMap(({ name }) => name ?? [])
  const ids = names.flatMap((name) => {
    const known = people.filter((person) => person.name === name).map(({ id }) => id)
    const chosen = known.filter((id) => picked.has(id))
    return chosen.length === 0 ? known.slice(0, 1) : chosen
  })
  return [...new Set(ids)]
}

/** Where a mention is being typed: the place of its `@`, and what follows up to the caret. */
export interface Typing {
  readonly start: number
  readonly query: string
}

/** The mention at the caret of a text, if one is being typed there. */
export const typingAt = (text: string, caret: number): Typing | null => {
  const start = text.slice(0, caret).lastIndexOf("@")
  if (start === -1 || (start > 0 && WORD.test(text.charAt(start - 1)))) return null
  const query = text.slice(start + 1, caret)
  return /^[^\n@]{0,40}$/.test(query) && !/^\s/.test(query) ? { start, query } : null
}

/** The people whose name, or a word of it, begins with what was typed; at most eight. */
export const matching = <P extends Mentionable>(people: ReadonlyArray<P>, query: string): ReadonlyArray<P> => {
  const folded = query.toLowerCase()
  return people.filter(({ name }) => ` ${name.toLowerCase()}`.includes(` ${folded}`)).slice(0, 8)
}
