import { Effect } from "effect"
import type { StorageUnavailable } from "../ports/PortError.js"
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

export const findFaces = (ids: Iterable<string>): Effect.Effect<Faces, StorageUnavailable, UserDirectory> =>
  usersById(ids)

/** As `findFaces`, without a failure: the change is stored, so that its result is returned, if need be without names. */
export const findFacesAfterChange = (ids: Iterable<string>): Effect.Effect<Faces, never, UserDirectory> =>
  Effect.catchAllCause(usersById(ids), (cause) =>
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

/** Adds the face of `userId` to each entry, by one query of the directory. */
export const withFaces = <A extends { readonly userId: string }>(entries: ReadonlyArray<A>) =>
  Effect.map(findFaces(entries.map(({ userId }) => userId)), (faces) => entries.map((entry) => withFace(faces)(entry)))

/** Adds the face to an entry that a change has stored; never fails. */
export const withFaceAfterChange = <A extends { readonly userId: string }>(entry: A) =>
  Effect.map(findFacesAfterChange([entry.userId]), (faces) => withFace(faces)(entry))
