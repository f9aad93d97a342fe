import { Effect, Option } from "effect"
import { PEOPLE_PER_QUERY } from "../account/faces.js"
import { UserDirectory } from "../account/UserDirectory.js"
import type { Member } from "../board/Board.js"
import type { UserId } from "../values/ids.js"
import { isUnstorable } from "../values/Text.js"
import type { ArchiveWarning } from "./Archive.js"
import type { HeaderInput, TaskInput } from "./ArchiveInput.js"

export interface MatchedPeople {
  /** The local user of an archived id, if there is one. */
  readonly userOf: (id: string) => UserId | undefined
  /** The name of a person in warnings: the address, if the archive has it. */
  readonly nameOf: (id: string) => string
  readonly warnings: ReadonlyArray<ArchiveWarning>
}

/**
 * Matches the people of a header with local users by address, else by id. Warns of people with an address who are
 * matched by id only. `findMore` matches, by id, people that the header does not list.
 */
export const matchPeople = Effect.fnUntraced(function* ({ members, people }: HeaderInput) {
  const directory = yield* UserDirectory
  const users = new Map<string, UserId>()
  const emails = new Map<string, string>()

  const findById = Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
    const unknown = ids.filter((id) => !users.has(id) && !isUnstorable(id))
    for (let at = 0; at < unknown.length; at += PEOPLE_PER_QUERY) {
      for (const id of yield* directory.existing(unknown.slice(at, at + PEOPLE_PER_QUERY))) users.set(id, id)
    }
  })

  const findByEmail = Effect.fnUntraced(function* ({ email, id }: HeaderInput["people"][number]) {
    if (email === undefined) return
    emails.set(id, email)
    const found = isUnstorable(email) ? Option.none() : yield* directory.findByEmail(email)
    if (Option.isSome(found)) users.set(id, found.value.id)
  })
  yield* Effect.forEach(people, findByEmail, { concurrency: 8, discard: true })
  const byEmail = new Set(users.keys())
  const listed = new Set([...people.map(({ id }) => id), ...members.map(({ userId }) => userId)])
  yield* findById([...listed])

  const warnings = people.flatMap(({ email, id }, at): ReadonlyArray<ArchiveWarning> => {
    if (email === undefined || byEmail.has(id) || !users.has(id)) return []
    const path = ["archive", "people", String(at), "email"]
    return [{ path, value: email, message: "is no local user's address; matched with the user of the same id" }]
  })
  const matched: MatchedPeople = {
    userOf: (id) => users.get(id),
    nameOf: (id) => emails.get(id) ?? id,
    warnings
  }
  const findMore = (ids: Iterable<string>) => findById([...new Set(ids)].filter((id) => !listed.has(id)))
  return { ...matched, findMore }
})

const LEFT_OUT = "is not a local user; left out"
const REASSIGNED = "is not a local user; the user who restores the board becomes the author"

/** All people of a task, by the ids of the archive. */
export const peopleOfTask = ({ assignees, comments, timeEntries }: TaskInput): ReadonlyArray<string> => [
  ...assignees,
  ...comments.flatMap(({ mentions, userId }) => [userId, ...mentions]),
  ...timeEntries.map(({ userId }) => userId)
]

/** The local users of archived ids, each once. */
export const usersOf = ({ userOf }: MatchedPeople, ids: ReadonlyArray<string>): ReadonlyArray<UserId> => [
  ...new Set(ids.flatMap((id) => userOf(id) ?? []))
]

/** A warning for each person of the task who has no local user. */
export const warningsOfTask = (people: MatchedPeople, task: TaskInput, at: number): ReadonlyArray<ArchiveWarning> => {
  const warnings: Array<ArchiveWarning> = []
  const check = (id: string, message: string, ...path: ReadonlyArray<string | number>) => {
    if (people.userOf(id) !== undefined) return
    warnings.push({ path: ["tasks", String(at), ...path.map(String)], value: people.nameOf(id), message })
  }
  for (const [place, id] of task.assignees.entries()) check(id, LEFT_OUT, "assignees", place)
  for (const [place, { mentions, userId }] of task.comments.entries()) {
    check(userId, REASSIGNED, "comments", place, "userId")
    for (const [index, id] of mentions.entries()) check(id, LEFT_OUT, "comments", place, "mentions", index)
  }
  for (const [place, { userId }] of task.timeEntries.entries())
    check(userId, REASSIGNED, "timeEntries", place, "userId")
  return warnings
}

/** The members of the restored board, in the archive's order, each once. Without an admin, `fallback` becomes one. */
export const restoreMembers = (people: MatchedPeople, { members }: HeaderInput, fallback: UserId) => {
  const warnings: Array<ArchiveWarning> = []
  const restored = new Map<UserId, Member>()
  for (const [at, { role, userId }] of members.entries()) {
    const user = people.userOf(userId)
    const isTwice = user !== undefined && restored.has(user)
    if (user !== undefined && !isTwice) restored.set(user, { userId: user, role })
    else {
      const path = ["archive", "members", String(at), "userId"]
      const message = isTwice ? "is a member already under another id; left out" : LEFT_OUT
      warnings.push({ path, value: people.nameOf(userId), message })
    }
  }
  const all = [...restored.values()]
  if (!all.some(({ role }) => role === "admin")) restored.set(fallback, { userId: fallback, role: "admin" })
  return { members: [...restored.values()], warnings }
}
