import type { Member } from "../board/Board.js"
import type { UserId } from "../values/ids.js"
import type { ArchiveWarning } from "./Archive.js"
import type { HeaderInput, TaskInput } from "./ArchiveInput.js"
import type { MatchedPeople } from "./matchPeople.js"

const LEFT_OUT = "is no user here; left out"
const GIVEN_AWAY = "is no user here; given to who restores the board"

/** Everyone whom a task names, by the ids of the archive. */
export const peopleNamedBy = ({ assignees, comments, timeEntries }: TaskInput): ReadonlyArray<string> => [
  ...assignees,
  ...comments.flatMap(({ mentions, userId }) => [userId, ...mentions]),
  ...timeEntries.map(({ userId }) => userId)
]

/** The users whom a list of an archive names, each once. */
export const usersOf = ({ userOf }: MatchedPeople, ids: ReadonlyArray<string>): ReadonlyArray<UserId> => [
  ...new Set(ids.flatMap((id) => userOf(id) ?? []))
]

/** Whom of a task's people nobody here is, one by one. */
export const warningsOfTask = (people: MatchedPeople, task: TaskInput, at: number): ReadonlyArray<ArchiveWarning> => {
  const warnings: Array<ArchiveWarning> = []
  const check = (id: string, message: string, ...path: ReadonlyArray<string | number>) => {
    if (people.userOf(id) !== undefined) return
    warnings.push({ path: ["tasks", String(at), ...path.map(String)], value: people.nameOf(id), message })
  }
  for (const [place, id] of task.assignees.entries()) check(id, LEFT_OUT, "assignees", place)
  for (const [place, { mentions, userId }] of task.comments.entries()) {
    check(userId, GIVEN_AWAY, "comments", place, "userId")
    for (const [index, id] of mentions.entries()) check(id, LEFT_OUT, "comments", place, "mentions", index)
  }
  for (const [place, { userId }] of task.timeEntries.entries())
    check(userId, GIVEN_AWAY, "timeEntries", place, "userId")
  return warnings
}

/**
 * The members that a restored board has, in the archive's order, each once. Where none of them is an admin, `fallback`
 * becomes one.
 */
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
