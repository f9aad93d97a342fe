import { BoardwrightClientError, type Person } from "@boardwright/client"
import { en, type SentenceTexts } from "../sentenceTexts/en.js"
import type { Names } from "../taskClauses.js"
import { type Words, wordsIn } from "../words.js"
import { reasonOf } from "./api.js"
import { knownOptions } from "./cells/fields.js"
import { dateText } from "./cells/read.js"
import { durationText } from "./task/duration.js"
import { language, locale } from "./text/texts.js"

/** Loads what sentences about changes are put together from, in the user's language. */
export const loadWords = async (): Promise<Words> => {
  const knownText = (field: string, value: string) => knownOptions(field).find(({ label }) => label === value)?.text
  const shared = { locale: locale(), dateText, durationText, knownText }
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

/** The reasons that the server gives why a change cannot be undone, and our sentences for them. */
const ISSUES: { readonly [message: string]: keyof SentenceTexts } = {
  "are in the column, on tasks or in the trash": "undo.inColumn",
  "are in the group, or in the trash from it": "undo.inGroup",
  "gave tasks other options, which cannot be undone": "undo.otherValues",
  "gave tasks other values, which cannot be undone": "undo.otherValues",
  "has changed since": "undo.changed",
  "is no longer in the trash": "undo.notInTrash",
  "was removed since": "undo.removed",
  "was restored since": "undo.restored",
  "were moved to another group": "undo.movedOn",
  "were removed with the column": "undo.withColumn"
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
    const key = Object.hasOwn(ISSUES, message) ? ISSUES[message] : undefined
    return key === undefined ? `${what} ${message}` : words.say(key, { what })
  })
  return words.say("undo.conflict", { issues: words.joined(issues) })
}
