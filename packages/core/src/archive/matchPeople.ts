import { Effect, Option } from "effect"
import { UserDirectory } from "../account/UserDirectory.js"
import { isUnstorable } from "../values/Text.js"
import type { UserId } from "../values/ids.js"
import type { ArchiveWarning } from "./Archive.js"
import type { HeaderInput } from "./ArchiveInput.js"
import { MANY_PEOPLE } from "./archivePeople.js"

/** Who of an archive is who here. */
export interface MatchedPeople {
  /** The user whom an id of the archive means, where there is one. */
  readonly userOf: (id: string) => UserId | undefined
  /** How a person is called in a warning: by address, where the archive tells it. */
  readonly nameOf: (id: string) => string
  readonly warnings: ReadonlyArray<ArchiveWarning>
}

/**
 * Finds the people of a header by address, else by id; a person whom only the id finds though there is an address is
 * warned of. Also gives the means to find by id whom the header does not list.
 */
export const matchPeople = Effect.fnUntraced(function* ({ members, people }: HeaderInput) {
  const directory = yield* UserDirectory
  const users = new Map<string, UserId>()
  const emails = new Map<string, string>()

  const findById = Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
    const unknown = ids.filter((id) => !users.has(id) && !isUnstorable(id))
    for (let at = 0; at < unknown.length; at += MANY_PEOPLE) {
      for (const id of yield* directory.existing(unknown.slice(at, at + MANY_PEOPLE))) users.set(id, id)
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
    return [{ path, value: email, message: "is nobody's address here; taken for the user of the same id" }]
  })
  const matched: MatchedPeople = {
    userOf: (id) => users.get(id),
    nameOf: (id) => emails.get(id) ?? id,
    warnings
  }
  /** Finds by id those whom the header does not name. */
  const findMore = (ids: Iterable<string>) => findById([...new Set(ids)].filter((id) => !listed.has(id)))
  return { ...matched, findMore }
})
