import { BoardwrightClientError, type Person } from "@boardwright/client"
import { en } from "../sentenceTexts/en.js"
import type { Names } from "../taskClauses.js"
import { ruleText } from "../text/refusals.js"
import { type Words, wordsIn } from "../words.js"
import { reasonOf } from "./api.js"
import { knownOptions } from "./cells/fields.js"
import { durationText } from "./task/duration.js"
import { language, locale } from "./text/texts.js"

/** Loads what sentences about changes are put together from, in the user's language. */
export const loadWords = async (): Promise<Words> => {
  const knownText = (field: string, value: string) => knownOptions(field).find(({ label }) => label === value)?.text
  const shared = { locale: locale(), durationText, knownText }
  if (language() !== "de") return wordsIn({ texts: en, fields: {}, ...shared })
  const { de, fieldsDe } = await import("../sentenceTexts/de.js")
  return wordsIn({ texts: de, fields: fieldsDe, ...shared })
}

/** The names of people on a board for such sentences. Whoever may not read names is shown none. */
export const namesOf = (people: ReadonlyArray<Person>): Names["people"] => {
  const hasNames = people.some(({ name }) => name !== null)
  const isKnown = ({ name, role }: Person) => name !== null || (hasNames && role === null)
  return new Map(people.filter(isKnown).map(({ id, name }) => [id, name]))
}

/** Why a change cannot be undone, with the names of columns in place of ids. */
export const conflictText = (error: unknown, { things, words }: Pick<Names, "things" | "words">): string => {
  if (!(error instanceof BoardwrightClientError) || error.code !== "UndoConflict") return reasonOf(error)
  const nameOf = (field: string): string => {
    const column = field.replace(/^columnValues\./, "")
    if (column !== field) return things.get(column) ?? words.say("deletedColumn")
    return field === "id" || field === "" ? words.say("it") : words.fieldText(field)
  }
  const issues = error.details.map(({ message, path }) => {
    const what = nameOf(String(path[0] ?? ""))
    return message === "has changed since" ? words.say("undo.changed", { what }) : `${what} ${ruleText(message)}`
  })
  return words.say("undo.conflict", { issues: words.joined(issues) })
}
