import type { Change, Column } from "@boardwright/client"
import { dayText } from "./days.js"
import { fieldWords, isEmpty, joined, renamed, valueText } from "./words.js"

/** The names of what changes have only the ids of. */
export interface Names {
  readonly me: string
  /** By user id. */
  readonly people: ReadonlyMap<string, string>
  /** Of tasks, subtasks, groups and columns, by id. */
  readonly things: ReadonlyMap<string, string>
  readonly columns: ReadonlyArray<Pick<Column, "id" | "type" | "field">>
}

export type Fields = Change["fields"]
type Field = Fields[string]

const VALUE = "columnValues."

export const personName = ({ me, people }: Names, id: string): string =>
  id === me ? "you" : (people.get(id) ?? "someone")

/** Someone's name within a sentence, by a value that is a user's id. */
export const someone = (names: Names, id: unknown): string =>
  typeof id === "string" ? personName(names, id) : "someone"

const groupName = ({ things }: Names, id: unknown): string => things.get(String(id)) ?? "a deleted group"

const changed = (what: string, { from, to }: Field, show: (value: unknown) => string = valueText): string => {
  if (isEmpty(to)) return `cleared ${what}`
  return isEmpty(from) ? `set ${what} to ${show(to)}` : `changed ${what} from ${show(from)} to ${show(to)}`
}

const idsIn = (value: unknown): ReadonlyArray<string> => (Array.isArray(value) ? value.map(String) : [])

const assigned = ({ from, to }: Field, names: Names): ReadonlyArray<string> => {
  const [before, after] = [idsIn(from), idsIn(to)]
  const named = (verb: string, ids: ReadonlyArray<string>) =>
    ids.length === 0 ? [] : [`${verb} ${joined(ids.map((id) => personName(names, id)))}`]
  return [
    ...named(
      "assigned",
      after.filter((id) => !before.includes(id))
    ),
    ...named(
      "unassigned",
      before.filter((id) => !after.includes(id))
    )
  ]
}

const cell = (id: string, field: Field, names: Names): string => {
  const isPerson = names.columns.some((column) => column.id === id && column.type === "person")
  const nameOf = (text: string) => (isPerson ? names.people.get(text) : undefined)
  return changed(names.things.get(id) ?? "a deleted column", field, (value) => valueText(value, nameOf))
}

/** What a change set in the fields of a task. */
export const taskClauses = (fields: Fields, names: Names): ReadonlyArray<string> => {
  // A field whose column is bound to it changes with the cell, which has the label that people see.
  const bound = names.columns.flatMap(({ field, id }) => (Object.hasOwn(fields, VALUE + id) ? [field] : []))
  return Object.entries(fields).flatMap(([name, field]) => {
    if (name.startsWith(VALUE)) return [cell(name.slice(VALUE.length), field, names)]
    if (bound.some((each) => each === name)) return []
    switch (name) {
      case "name":
        return [renamed("it", field)]
      case "description":
        return [isEmpty(field.to) ? "removed the description" : "changed the description"]
      case "dueDate":
        return [changed("the due date", field, (value) => dayText(String(value)))]
      case "assignees":
        return assigned(field, names)
      case "groupId":
        return [`moved it from ${groupName(names, field.from)} to ${groupName(names, field.to)}`]
      case "beforeTaskId":
        return Object.hasOwn(fields, "groupId") ? [] : ["moved it within its group"]
      default:
        return [changed(`the ${fieldWords(name)}`, field)]
    }
  })
}
