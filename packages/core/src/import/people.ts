import { Effect } from "effect"
import type { WorkspaceAccess } from "../access/AccessRepository.js"
import { normalizeEmail } from "../account/Email.js"
import { usersById } from "../account/faces.js"
import { BoardRepository } from "../board/BoardRepository.js"
import type { UserId } from "../values/ids.js"

/** Users by normalised address. */
export type People = ReadonlyMap<string, UserId>

/** The users with these addresses, each once, their addresses, and those of none. */
export const matchPeople = (people: People, addresses: ReadonlyArray<string>) => {
  const users = new Set<UserId>()
  const known: Array<string> = []
  const unknown: Array<string> = []
  for (const address of addresses) {
    const user = people.get(normalizeEmail(address))
    if (user === undefined) unknown.push(address)
    else {
      users.add(user)
      known.push(address)
    }
  }
  return { users: [...users], known, unknown }
}

/**
 * The owner of a workspace and the members of its boards. No address is looked up, so that an import reveals nothing
 * about the accounts of others.
 */
export const findPeople = Effect.fnUntraced(function* ({ ownerId, workspaceId }: WorkspaceAccess) {
  const boards = yield* BoardRepository
  const users = yield* usersById([ownerId, ...(yield* boards.membersIn(workspaceId))])
  const people: People = new Map([...users.values()].map(({ email, id }) => [normalizeEmail(email), id]))
  return people
})
