import { Effect } from "effect"
import type { WorkspaceAccess } from "../access/AccessRepository.js"
import { normalizeEmail } from "../account/Email.js"
import { usersById } from "../account/faces.js"
import { BoardRepository } from "../board/BoardRepository.js"
import { foldLabel } from "../board/options.js"
import type { UserId } from "../values/ids.js"
import type { Json } from "../values/Json.js"
import { jsonList } from "./jsonList.js"

/** Users by normalised address, by id and by `nameKey`; undefined for a name of several. */
export type People = ReadonlyMap<string, UserId | undefined>

/** An address or the id of a user as `People` has it. */
export const personKey = (person: string): string => (person.includes("@") ? normalizeEmail(person) : person)

/** The key of a name. It begins with a blank, as no entry, address or id does. */
const nameKey = (name: string): string => ` ${foldLabel(name)}`

const userOf = (people: People, person: string): UserId | undefined =>
  people.get(personKey(person)) ?? people.get(nameKey(person))

/** The people that a cell lists, each once: between commas or semicolons, or as JSON. */
export const addressesIn = (cell: string): ReadonlyArray<string> => {
  const addresses = (jsonList(cell) ?? cell.split(/[,;]/)).map((each) => each.trim())
  return [...new Set(addresses)].filter((each) => each !== "")
}

/** A cell of a column of people with its users by id, and other entries as they are; the text or the list as sent if no entry is a user. */
export const peopleCell = (people: People, cell: string): Json => {
  const entries = addressesIn(cell)
  if (entries.every((each) => userOf(people, each) === undefined)) return jsonList(cell) ?? cell
  return [...new Set(entries.map((each) => userOf(people, each) ?? each))]
}

/** Whether an entry of a cell names no user. */
export const hasStranger = (people: People, cell: string): boolean =>
  addressesIn(cell).some((each) => userOf(people, each) === undefined)

/** Whether all entries of a cell name no user. */
export const hasStrangersOnly = (people: People, cell: string): boolean =>
  addressesIn(cell).every((each) => userOf(people, each) === undefined)

/** What is said of entries that match nobody. */
export const NO_MEMBER = "matches no member of the workspace's boards"

/** The users with these addresses or ids, or also with these names, each once; the entries that are theirs, and those of none. */
export const matchPeople = (people: People, entries: ReadonlyArray<string>, byName: boolean) => {
  const users = new Set<UserId>()
  const known: Array<string> = []
  const unknown: Array<string> = []
  for (const entry of entries) {
    const user = byName ? userOf(people, entry) : people.get(personKey(entry))
    if (user === undefined) unknown.push(entry)
    else {
      users.add(user)
      known.push(entry)
    }
  }
  return { users: [...users], known, unknown }
}

/**
 * The owner of a workspace and the members of its boards, by name where only one has it. No address is looked up, so that
 * an import reveals nothing about the accounts of others.
 */
export const findPeople = Effect.fnUntraced(function* ({ ownerId, workspaceId }: WorkspaceAccess) {
  const boards = yield* BoardRepository
  const users = yield* usersById([ownerId, ...(yield* boards.membersIn(workspaceId))])
  const people = new Map<string, UserId | undefined>()
  for (const { email, id, name } of users.values()) {
    const key = nameKey(name)
    people
      .set(key, people.has(key) ? undefined : id)
      .set(normalizeEmail(email), id)
      .set(id, id)
  }
  return people
})
