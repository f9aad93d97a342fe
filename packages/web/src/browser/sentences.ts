import type { Change, ChangeType } from "@boardwright/client"
import type { SentenceTexts } from "./sentenceTexts/en.js"
import { type Names, someone, taskClauses } from "./taskClauses.js"
import { fieldWords, isEmpty } from "./words.js"

type Told = Pick<Change, "type" | "actorId" | "subjectId" | "fields">
/** What somebody did, without who: parts that are joined by "and". None if the fields are no longer known. */
type Clauses = (change: Told, names: Names) => ReadonlyArray<string>
type Noun = "workspace" | "board" | "group" | "column" | "subtask" | "webhook"
type Key = keyof SentenceTexts

const then =
  (key: Key): Clauses =>
  (_, { words }) => [words.say(key)]

/** The value that a change left, or removed. */
const valueIn = ({ fields }: Told, field: string): unknown => fields[field]?.to ?? fields[field]?.from

/** A noun with the name of what changed, if that is known. */
const named = (noun: `${"the" | "of"}.${Noun}`, change: Told, { things, words }: Names): string =>
  `${words.say(noun)} ${words.quoted(valueIn(change, "name") ?? things.get(change.subjectId))}`.trimEnd()

const did =
  (key: "did.added" | "did.created" | "did.deleted", noun: Noun): Clauses =>
  (change, names) => [names.words.say(key, { what: named(`the.${noun}`, change, names) })]

/** With a text that is one of its fields, if that is known. */
const didWith =
  (key: Key, withText: Key, field: string): Clauses =>
  (change, { words }) => {
    const text = words.quoted(valueIn(change, field))
    return [text === "" ? words.say(key) : words.say(withText, { text })]
  }

/** With its duration, if that is known. */
const withDuration =
  (key: Key, withText: Key): Clauses =>
  (change, { words }) => {
    const duration = valueIn(change, "duration")
    if (typeof duration !== "number") return [words.say(key)]
    return [words.say(withText, { duration: words.durationText(duration) })]
  }

const ROLES = ["admin", "editor", "owner", "viewer"] as const

const roleText = (value: unknown, { say, valueText }: Names["words"]): string => {
  const role = ROLES.find((each) => each === value)
  return role === undefined ? valueText(value) : say(`role.${role}`)
}

const asRole = (change: Told, { words }: Names): { readonly as: string } => {
  const role = valueIn(change, "role")
  return { as: typeof role === "string" ? words.say("as", { role: roleText(role, words) }) : "" }
}

/** "from 1 h to 2 h", if both are known. */
const fromTo = ({ fields }: Told, { words }: Names, field: string, show: (value: unknown) => string) => {
  const { from, to } = fields[field] ?? {}
  return { fromTo: isEmpty(from) || isEmpty(to) ? "" : words.say("fromTo", { from: show(from), to: show(to) }) }
}

const roleFromTo = (change: Told, names: Names) => fromTo(change, names, "role", (role) => roleText(role, names.words))

const PLACE = /^before[A-Z]/

const updated =
  (noun: Noun): Clauses =>
  (change, names) => {
    const { words } = names
    const { name, ...others } = change.fields
    const rest = Object.keys(others).filter((field) => !PLACE.test(field))
    const fields = words.joined([...new Set(rest.map(words.fieldText))])
    return [
      ...(name === undefined ? [] : [words.renamed(words.say(`the.${noun}`), name)]),
      ...(Object.keys(others).some((field) => PLACE.test(field))
        ? [words.say("moved", { what: named(`the.${noun}`, change, names) })]
        : []),
      ...(rest.length === 0 ? [] : [words.say("changed.of", { fields, of: named(`of.${noun}`, change, names) })])
    ]
  }

/** How many tasks a change was about besides. */
const withTasks = (change: Told, { words }: Names, what: "moved" | "on" | "value"): { readonly tasks: string } => {
  const n = valueIn(change, "tasks")
  if (typeof n !== "number") return { tasks: "" }
  return { tasks: words.say(`tasks.${what}.${n === 1 ? "one" : "many"}`, { n }) }
}

const subtaskUpdated: Clauses = (change, names) => {
  const { completed, ...fields } = change.fields
  const what = named("the.subtask", change, names)
  const done =
    completed === undefined
      ? []
      : [names.words.say(completed.to === true ? "subtask.completed" : "subtask.reopened", { what })]
  return [...done, ...updated("subtask")({ ...change, fields }, names)]
}

/** What happens to the members of a board or a workspace. */
const membersOf = (place: "board" | "workspace"): Readonly<Record<"added" | "updated" | "removed", Clauses>> => ({
  added: (change, names) => [
    change.actorId === change.subjectId
      ? names.words.say(`member.joined.${place}`, asRole(change, names))
      : names.words.say("member.added", { whom: someone(names, change.subjectId), ...asRole(change, names) })
  ],
  updated: (change, names) => [
    names.words.say(change.subjectId === names.me ? "member.role.mine" : "member.role", {
      whom: someone(names, change.subjectId),
      ...roleFromTo(change, names)
    })
  ],
  removed: (change, names) => [
    change.actorId === change.subjectId
      ? names.words.say(`member.left.${place}`)
      : names.words.say(`member.removed.${place}`, { whom: someone(names, change.subjectId) })
  ]
})

const invitations: Readonly<Record<"created" | "updated" | "accepted" | "declined" | "withdrawn", Clauses>> = {
  created: (change, names) => [
    names.words.say("invited", { whom: someone(names, valueIn(change, "userId")), ...asRole(change, names) })
  ],
  updated: (change, names) => [names.words.say("invitation.changed", roleFromTo(change, names))],
  accepted: (change, names) => [names.words.say("invitation.accepted", asRole(change, names))],
  declined: (change, names) => [names.words.say("invitation.declined", asRole(change, names))],
  withdrawn: (change, names) => {
    const userId = valueIn(change, "userId")
    return [
      names.words.say(userId === names.me ? "invitation.withdrawn.mine" : "invitation.withdrawn", {
        whom: someone(names, userId),
        ...asRole(change, names)
      })
    ]
  }
}

/** The entries of a noun, as types of changes. */
const ofNoun = <const Name extends string, Verb extends string>(noun: Name, verbs: Readonly<Record<Verb, Clauses>>) =>
  Object.fromEntries(Object.entries(verbs).map(([verb, clauses]) => [`${noun}.${verb}`, clauses])) as Record<
    `${Name}.${Verb}`,
    Clauses
  >

const SENTENCES: Readonly<Record<ChangeType, Clauses>> = {
  "workspace.created": did("did.created", "workspace"),
  "workspace.updated": updated("workspace"),
  "workspace.transferred": then("workspace.transferred"),
  "workspace.deleted": did("did.deleted", "workspace"),
  ...ofNoun("workspaceMember", membersOf("workspace")),
  ...ofNoun("workspaceInvitation", invitations),
  ...ofNoun("member", membersOf("board")),
  ...ofNoun("invitation", invitations),
  "board.created": (change, names) => [
    names.words.say("board.created", { what: named("the.board", change, names), ...withTasks(change, names, "on") })
  ],
  "board.updated": updated("board"),
  "board.deleted": did("did.deleted", "board"),
  "board.purged": then("board.purged"),
  "board.restored": (change, names) => [names.words.say("board.restored", { what: named("the.board", change, names) })],
  "group.created": did("did.added", "group"),
  "group.updated": updated("group"),
  "group.deleted": (change, names) => [
    names.words.say("group.deleted", { what: named("the.group", change, names), ...withTasks(change, names, "moved") })
  ],
  "column.created": did("did.added", "column"),
  "column.updated": updated("column"),
  "column.deleted": (change, names) => [
    names.words.say("group.deleted", { what: named("the.column", change, names), ...withTasks(change, names, "value") })
  ],
  "task.created": (change, names) => {
    const group = names.things.get(String(valueIn(change, "groupId")))
    return [group === undefined ? names.words.say("task.created") : names.words.say("task.created.in", { group })]
  },
  "task.updated": ({ fields }, names) => taskClauses(fields, names),
  "task.moved": ({ fields }, names) => taskClauses(fields, names),
  "task.transferred": (change, { words }) => [
    words.say(change.fields["groupId"]?.from === null ? "task.movedHere" : "task.movedAway")
  ],
  "task.deleted": then("task.deleted"),
  "task.restored": then("task.restored"),
  "task.purged": then("task.purged"),
  "comment.created": didWith("commented", "commented.with", "content"),
  "comment.updated": didWith("comment.changed", "comment.changed.to", "content"),
  "comment.deleted": then("comment.deleted"),
  "subtask.created": did("did.added", "subtask"),
  "subtask.updated": subtaskUpdated,
  "subtask.deleted": did("did.deleted", "subtask"),
  "timeEntry.created": withDuration("time.logged", "time.logged.of"),
  "timeEntry.updated": (change, names) => [
    names.words.say(
      "time.changed",
      fromTo(change, names, "duration", (value) => names.words.durationText(Number(value)))
    )
  ],
  "timeEntry.deleted": withDuration("time.deleted", "time.deleted.of"),
  "webhook.created": didWith("webhook.created", "webhook.created.for", "url"),
  "webhook.updated": updated("webhook"),
  "webhook.secretRotated": then("webhook.secret"),
  "webhook.deleted": didWith("webhook.deleted", "webhook.deleted.for", "url")
}

/** What a change of a type says when its fields are gone, or the type is newer than this page. */
const inGeneral = (type: string, { words }: Names): string => {
  const [noun = "", verb] = type.split(".")
  if (noun !== "task") return words.say("changed.other", { what: fieldWords(noun) })
  return verb === "moved" ? words.say("moved", { what: words.say("it") }) : words.say("changed.it")
}

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

const actorName = ({ people, words }: Names, id: string | null): string => {
  if (id === null) return words.say("who.operator")
  const name = people.get(id)
  return name ?? capital(words.say(name === null ? "who.former" : "who.someone"))
}

/** A change as a sentence. A task that it is about is "it". */
export const sentenceOf = (change: Told, names: Names): string => {
  const clauses = Object.hasOwn(SENTENCES, change.type) ? SENTENCES[change.type](change, names) : []
  const { joined, say } = names.words
  const what = joined(clauses.length === 0 ? [inGeneral(change.type, names)] : clauses)
  if (change.actorId === names.me) return say("sentence.mine", { what })
  return say("sentence", { who: actorName(names, change.actorId), what })
}
