import type { Change, Column } from "@boardwright/client"
import { isEmpty, type Words } from "./words.js"

/** The names of what changes have only the ids of. */
export interface Names {
  readonly me: string
  /** By user id; null for a former member, who has no name any more. */
  readonly people: ReadonlyMap<string, string | null>
  /** Of tasks, subtasks, groups and columns, by id. */
  readonly things: ReadonlyMap<string, string>
  readonly columns: ReadonlyArray<Pick<Column, "id" | "type" | "field">>
  readonly words: Words
}

export type Fields = Change["fields"]
type Field = Fields[string]

const VALUE = "columnValues."

const nameOf = ({ people, words }: Names, id: string): string | undefined => {
  const name = people.get(id)
  return name === null ? words.say("whom.former") : name
}

/** Someone's name within a sentence, by a value that is a user's id. */
export const someone = (names: Names, id: unknown): string =>
  id === names.me ? names.words.say("whom.me") : (nameOf(names, String(id)) ?? names.words.say("whom.someone"))

const groupName = ({ things, words }: Names, id: unknown): string => things.get(String(id)) ?? words.say("deletedGroup")

const changed = (
  { say, valueText }: Words,
  what: string,
  { from, to }: Field,
  show: (value: unknown) => string = valueText
): string => {
  if (isEmpty(to)) return say("cleared", { what })
  return isEmpty(from) ? say("set", { what, to: show(to) }) : say("changed", { what, from: show(from), to: show(to) })
}

const idsIn = (value: unknown): ReadonlyArray<string> => (Array.isArray(value) ? value.map(String) : [])

const assigned = ({ from, to }: Field, names: Names): ReadonlyArray<string> => {
  const [before, after] = [idsIn(from), idsIn(to)]
  const { joined, say } = names.words
  const named = (key: "assigned" | "unassigned", ids: ReadonlyArray<string>) =>
    ids.length === 0 ? [] : [say(key, { people: joined(ids.map((id) => someone(names, id))) })]
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
  const { columns, things, words } = names
  const column = columns.find((each) => each.id === id)
  const type = column?.type.toLowerCase()
  const what = things.get(id) ?? words.say("deletedColumn")
  const textOf = (text: string): string | undefined => {
    if (type === "person") return nameOf(names, text)
    return type === "date" ? words.dateText(text) : undefined
  }
  const show = (value: unknown) => words.valueText(value, textOf)
  return changed(words, what, field, show)
}

/** What a change set in the fields of a task. */
export const taskClauses = (fields: Fields, names: Names): ReadonlyArray<string> => {
  const { words } = names
  // A field whose column is bound to it changes with the cell, which has the label that people see.
  const bound = names.columns.flatMap(({ field, id }) => (Object.hasOwn(fields, VALUE + id) ? [field] : []))
  return Object.entries(fields).flatMap(([name, field]) => {
    if (name.startsWith(VALUE)) return [cell(name.slice(VALUE.length), field, names)]
    if (bound.some((each) => each === name)) return []
    switch (name) {
      case "name":
        return [words.renamed(words.say("it"), field)]
      case "description":
        return [words.say(isEmpty(field.to) ? "description.removed" : "description.changed")]
      case "dueDate":
        return [changed(words, words.say("dueDate"), field, (value) => words.dateText(String(value)))]
      case "assignees":
        return assigned(field, names)
      case "groupId":
        return [words.say("moved.fromTo", { from: groupName(names, field.from), to: groupName(names, field.to) })]
      case "beforeTaskId":
        return Object.hasOwn(fields, "groupId") ? [] : [words.say("moved.within")]
      default:
        return [
          changed(words, words.fieldText(name), field, (value) =>
            words.valueText(value, (text) => words.knownText(name, text))
          )
        ]
    }
  })
}
