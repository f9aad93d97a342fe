import { type Context, Effect } from "effect"
import type { StorageUnavailable } from "../ports/PortError.js"
import { withService } from "../values/withService.js"
import type { User } from "./User.js"
import { UserDirectory } from "./UserDirectory.js"

/** Most ids in one query of the directory. */
export const PEOPLE_PER_QUERY = 500

/** What everyone on a board sees of a person. */
export interface Face {
  /** Null if the directory does not know the person any more, or does not look users up. */
  readonly name: string | null
  /** Path or URL of an image; null where the name is. */
  readonly avatar: string | null
}

export const NO_FACE: Face = { name: null, avatar: null }

/** Faces by user id; those of unknown people are missing. */
export type Faces = ReadonlyMap<string, Face>

const NOBODY: Effect.Effect<Faces> = Effect.succeed(new Map())

/** The users with these ids that the directory knows, by id. */
export const usersById = Effect.fnUntraced(function* (ids: Iterable<string>) {
  const { find = () => Effect.succeed([]) } = yield* UserDirectory
  const all = [...new Set(ids)]
  const users = new Map<string, User>()
  for (let at = 0; at < all.length; at += PEOPLE_PER_QUERY) {
    for (const user of yield* find(all.slice(at, at + PEOPLE_PER_QUERY))) users.set(user.id, user)
  }
  return users
})

/** How long a face is remembered, so that a task with comments costs no look-up of its authors on each read. */
const FACE_MILLIS = 2_000
/** Most faces that are remembered of a directory. */
const MAX_FACES = 10_000

interface Remembered {
  readonly face: Face
  readonly until: number
}

/** By directory, so that they are dropped with it. */
const remembered = new WeakMap<Context.Tag.Service<UserDirectory>, Map<string, Remembered>>()

const facesOf = (directory: Context.Tag.Service<UserDirectory>): Map<string, Remembered> => {
  const known = remembered.get(directory) ?? new Map<string, Remembered>()
  if (known.size === 0) remembered.set(directory, known)
  return known
}

/** The faces of these users, at most two seconds old. */
export const findFaces = (ids: ReadonlyArray<string>): Effect.Effect<Faces, StorageUnavailable, UserDirectory> =>
  ids.length === 0
    ? NOBODY
    : withService(UserDirectory, (directory) =>
        Effect.clockWith((clock) => {
          const now = clock.unsafeCurrentTimeMillis()
          const known = facesOf(directory)
          const faces = new Map<string, Face>()
          const missing: Array<string> = []
          for (const id of ids) {
            const found = known.get(id)
            // A clock that is set back makes none last longer.
            const left = found === undefined ? 0 : found.until - now
            if (found !== undefined && left > 0 && left <= FACE_MILLIS) faces.set(id, found.face)
            else missing.push(id)
          }
          if (missing.length === 0) return Effect.succeed(faces)
          return Effect.map(usersById(missing), (users) => {
            for (const [id, { avatar, name }] of users) {
              const face = { name, avatar }
              faces.set(id, face)
              if (known.size >= MAX_FACES) known.clear()
              known.set(id, { face, until: now + FACE_MILLIS })
            }
            return faces
          })
        })
      )

/** Forgets the face of a user whose name changed, so that this instance shows the new one at once. */
export const forgetFace = (id: string): Effect.Effect<void, never, UserDirectory> =>
  Effect.map(UserDirectory, (directory) => void remembered.get(directory)?.delete(id))

/** As `findFaces`, without a failure: the change is stored, so that its result is returned, if need be without names. */
export const findFacesAfterChange = (ids: ReadonlyArray<string>): Effect.Effect<Faces, never, UserDirectory> =>
  Effect.catchAllCause(findFaces(ids), (cause) =>
    Effect.as(Effect.logError("the people of a change could not be looked up", cause), new Map<string, Face>())
  )

/** An entry of a person, with the person's face. */
export type WithFace<A> = A & Face

export const withFace =
  (faces: Faces) =>
  <A extends { readonly userId: string }>(entry: A): WithFace<A> => {
    const { avatar, name } = faces.get(entry.userId) ?? NO_FACE
    return { ...entry, name, avatar }
  }

/** Adds the face to an entry that a change has stored; never fails. */
export const withFaceAfterChange = <A extends { readonly userId: string }>(entry: A) =>
  Effect.map(findFacesAfterChange([entry.userId]), (faces) => withFace(faces)(entry))
