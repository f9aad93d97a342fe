import { Effect, Stream } from "effect"
import { UserDirectory } from "../account/UserDirectory.js"
import type { User } from "../account/User.js"
import type { Member } from "../board/Board.js"
import type { UserId } from "../values/ids.js"
import type { ArchivedPerson } from "./Archive.js"
import type { WholeTask } from "./ArchiveRepository.js"

/** People that the directory is asked for at once. */
export const MANY_PEOPLE = 500

const peopleOf = function* ({ assignees, comments, timeEntries }: WholeTask): Generator<UserId> {
  yield* assignees
  for (const { mentions, userId } of comments) {
    yield userId
    yield* mentions
  }
  for (const { userId } of timeEntries) yield userId
}

/**
 * Everyone whom the members and tasks name, once, in order of appearance, with what the directory tells of them. Reads all
 * tasks and keeps no more of them than their people.
 */
export const archivePeople = Effect.fnUntraced(function* <E, R>(
  members: ReadonlyArray<Member>,
  tasks: Stream.Stream<WholeTask, E, R>,
  withEmails: boolean
) {
  const { find = () => Effect.succeed([]) } = yield* UserDirectory
  const ids = new Set(members.map(({ userId }) => userId))
  yield* Stream.runForEachChunk(tasks, (page) =>
    Effect.sync(() => {
      for (const task of page) for (const id of peopleOf(task)) ids.add(id)
    })
  )
  const known = new Map<UserId, User>()
  const all = [...ids]
  for (let at = 0; at < all.length; at += MANY_PEOPLE) {
    for (const user of yield* find(all.slice(at, at + MANY_PEOPLE))) known.set(user.id, user)
  }
  return all.map((id): ArchivedPerson => {
    const user = known.get(id)
    if (user === undefined) return { id }
    return withEmails ? { id, email: user.email, name: user.name } : { id, name: user.name }
  })
})
