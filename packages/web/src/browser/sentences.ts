import type { Change, ChangeType } from "@boardwright/client"
import { type Names, personName, someone, taskClauses } from "./taskClauses.js"
import { fieldWords, isEmpty, joined, quoted, renamed, valueText } from "./words.js"

type Told = Pick<Change, "type" | "actorId" | "subjectId" | "fields">
/** What somebody did, without who: parts that are joined by "and". None if the fields are no longer known. */
type Clauses = (change: Told, names: Names) => ReadonlyArray<string>

const then =
  (text: string): Clauses =>
  () => [text]

/** The value that a change left, or removed. */
const valueIn = ({ fields }: Told, field: string): unknown => fields[field]?.to ?? fields[field]?.from

/** A noun with the name of what changed, if that is known. */
const named = (noun: string, change: Told, names: Names): string =>
  `the ${noun} ${quoted(valueIn(change, "name") ?? names.things.get(change.subjectId))}`.trimEnd()

const did =
  (verb: string, noun: string): Clauses =>
  (change, names) => [`${verb} ${named(noun, change, names)}`]

/** With a text that is one of its fields. */
const didWith =
  (verb: string, field: string): Clauses =>
  (change) => [`${verb} ${quoted(valueIn(change, field))}`.trimEnd()]

const asRole = (change: Told): string => {
  const role = valueIn(change, "role")
  return typeof role === "string" ? ` as ${role}` : ""
}

/** What somebody has. */
const possessed = (what: string, names: Names, id: unknown): string =>
  id === names.me ? `your ${what}` : `the ${what} of ${someone(names, id)}`

/** "from viewer to editor", if both are known. */
const fromTo = ({ fields }: Told, field: string): string => {
  const { from, to } = fields[field] ?? {}
  return isEmpty(from) || isEmpty(to) ? "" : ` from ${valueText(from)} to ${valueText(to)}`
}

const PLACE = /^before[A-Z]/

const updated =
  (noun: string): Clauses =>
  (change, names) => {
    const { name, ...others } = change.fields
    const what = named(noun, change, names)
    const rest = Object.keys(others).filter((field) => !PLACE.test(field))
    const words = [...new Set(rest.map((field) => `the ${fieldWords(field)}`))]
    return [
      ...(name === undefined ? [] : [renamed(`the ${noun}`, name)]),
      ...(Object.keys(others).some((field) => PLACE.test(field)) ? [`moved ${what}`] : []),
      ...(words.length === 0 ? [] : [`changed ${joined(words)} of ${what}`])
    ]
  }

const lost = (change: Told, what: string): string => {
  const tasks = valueIn(change, "tasks")
  if (typeof tasks !== "number") return ""
  return tasks === 1 ? `, with 1 task ${what}` : `, with ${tasks.toLocaleString("en")} tasks ${what}`
}

const subtaskUpdated: Clauses = (change, names) => {
  const { completed, ...fields } = change.fields
  const done = completed === undefined ? [] : [completed.to === true ? "completed" : "reopened"]
  const what = named("subtask", change, names)
  return [...done.map((verb) => `${verb} ${what}`), ...updated("subtask")({ ...change, fields }, names)]
}

/** What happens to the members of a board or a workspace. */
const membersOf = (place: string): Readonly<Record<"added" | "updated" | "removed", Clauses>> => ({
  added: (change, names) => [
    change.actorId === change.subjectId
      ? `joined the ${place}${asRole(change)}`
      : `added ${personName(names, change.subjectId)}${asRole(change)}`
  ],
  updated: (change, names) => [`changed ${possessed("role", names, change.subjectId)}${fromTo(change, "role")}`],
  removed: (change, names) => [
    change.actorId === change.subjectId
      ? `left the ${place}`
      : `removed ${personName(names, change.subjectId)} from the ${place}`
  ]
})

const invitations: Readonly<Record<"created" | "updated" | "accepted" | "declined" | "withdrawn", Clauses>> = {
  created: (change, names) => [`invited ${someone(names, valueIn(change, "userId"))}${asRole(change)}`],
  updated: (change) => [`changed the role of an invitation${fromTo(change, "role")}`],
  accepted: (change) => [`accepted the invitation${asRole(change)}`],
  declined: (change) => [`declined the invitation${asRole(change)}`],
  withdrawn: (change, names) => [
    `withdrew ${possessed("invitation", names, valueIn(change, "userId"))}${asRole(change)}`
  ]
}

/** The entries of a noun, as types of changes. */
const ofNoun = <const Noun extends string, Verb extends string>(noun: Noun, verbs: Readonly<Record<Verb, Clauses>>) =>
  Object.fromEntries(Object.entries(verbs).map(([verb, clauses]) => [`${noun}.${verb}`, clauses])) as Record<
    `${Noun}.${Verb}`,
    Clauses
  >

const SENTENCES: Readonly<Record<ChangeType, Clauses>> = {
  "workspace.created": did("created", "workspace"),
  "workspace.updated": updated("workspace"),
  "workspace.transferred": then("gave the workspace to another owner"),
  "workspace.deleted": did("deleted", "workspace"),
  ...ofNoun("workspaceMember", membersOf("workspace")),
  ...ofNoun("workspaceInvitation", invitations),
  ...ofNoun("member", membersOf("board")),
  ...ofNoun("invitation", invitations),
  "board.created": (change, names) => [`created ${named("board", change, names)}${lost(change, "on it")}`],
  "board.updated": updated("board"),
  "board.deleted": did("deleted", "board"),
  "board.restored": (change, names) => [`restored ${named("board", change, names)} from the trash`],
  "group.created": did("added", "group"),
  "group.updated": updated("group"),
  "group.deleted": (change, names) => [`deleted ${named("group", change, names)}${lost(change, "moved to another")}`],
  "column.created": did("added", "column"),
  "column.updated": updated("column"),
  "column.deleted": (change, names) => [`deleted ${named("column", change, names)}${lost(change, "that had a value")}`],
  "task.created": (change, names) => {
    const group = names.things.get(String(valueIn(change, "groupId")))
    return [group === undefined ? "created it" : `created it in ${group}`]
  },
  "task.updated": ({ fields }, names) => taskClauses(fields, names),
  "task.moved": ({ fields }, names) => taskClauses(fields, names),
  "task.transferred": (change) => [
    change.fields["groupId"]?.from === null ? "moved it here from another board" : "moved it to another board"
  ],
  "task.deleted": then("deleted it"),
  "task.restored": then("restored it from the trash"),
  "comment.created": didWith("commented", "content"),
  "comment.updated": didWith("changed a comment", "content"),
  "comment.deleted": then("deleted a comment"),
  "subtask.created": did("added", "subtask"),
  "subtask.updated": subtaskUpdated,
  "subtask.deleted": did("deleted", "subtask"),
  "timeEntry.created": (change) => {
    const duration = valueIn(change, "duration")
    return [`logged ${typeof duration === "number" ? `a time of ${duration}` : "time"}`]
  },
  "timeEntry.updated": (change) => [`changed a time entry${fromTo(change, "duration")}`],
  "timeEntry.deleted": then("deleted a time entry"),
  "webhook.created": didWith("created a webhook for", "url"),
  "webhook.updated": updated("webhook"),
  "webhook.secretRotated": then("made a new secret for a webhook"),
  "webhook.deleted": didWith("deleted a webhook for", "url")
}

/** What a change of a type says when its fields are gone, or the type is newer than this page. */
const inGeneral = (type: string): string => {
  const [noun = "", verb] = type.split(".")
  if (noun === "task") return verb === "moved" ? "moved it" : "changed it"
  return `changed the ${fieldWords(noun)}`
}

/** A change as a sentence. A task that it is about is "it". */
export const sentenceOf = (change: Told, names: Names): string => {
  const clauses = Object.hasOwn(SENTENCES, change.type) ? SENTENCES[change.type](change, names) : []
  const actor = change.actorId === null ? "The operator" : personName(names, change.actorId)
  const what = clauses.length === 0 ? [inGeneral(change.type)] : clauses
  return `${actor.replace(/^(you|someone|a former member)$/, (word) => word[0]?.toUpperCase() + word.slice(1))} ${joined(what)}.`
}
