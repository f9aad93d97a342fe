import { Context, Effect, Layer, Option } from "effect"
import type { StorageUnavailable } from "../ports/PortError.js"
import { NotFound } from "../values/NotFound.js"
import type { Account } from "./Account.js"
import { AccountRepository } from "./AccountRepository.js"
import { normalizeEmail } from "./Email.js"
import type { User, UserId } from "./User.js"

/**
 * Looks users up. A host with its own users provides its own; outside this folder only mail delivery reads accounts.
 */
export class UserDirectory extends Context.Tag("@boardwright/core/UserDirectory")<
  UserDirectory,
  {
    /** The ids that belong to users, in any order. */
    readonly existing: (ids: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<UserId>, StorageUnavailable>
    readonly findByEmail: (email: string) => Effect.Effect<Option.Option<User>, StorageUnavailable>
    /**
     * The users with these ids, at most 500, in any order. Names are remembered for two seconds. Optional: without it,
     * people on boards have no names, exported boards name people by id only, and imports over the API assign nobody.
     */
    readonly find?: (ids: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<User>, StorageUnavailable>
    /**
     * The user who has verified the address. Only where people sign up by themselves: it lets addresses be invited that no
     * user has.
     */
    readonly findVerified?: (email: string) => Effect.Effect<Option.Option<User>, StorageUnavailable>
    /**
     * Whether the user exists, who is then not removed until the transaction ends. Only where users are stored with the
     * boards. Comes before the lock of a place, as in the deletion of an account.
     */
    readonly hold?: (id: UserId) => Effect.Effect<boolean, StorageUnavailable>
  }
>() {
  /** The directory of the built-in accounts. */
  static readonly accounts: Layer.Layer<UserDirectory, never, AccountRepository> = Layer.effect(
    UserDirectory,
    Effect.map(AccountRepository, (accounts) => ({
      existing: accounts.existing,
      findByEmail: (email) => Effect.map(accounts.findByEmail(normalizeEmail(email)), Option.map(toUser)),
      find: accounts.users,
      hold: (id) => Effect.map(accounts.lock(id), Option.isSome),
      findVerified: (email) =>
        Effect.map(accounts.findByEmail(normalizeEmail(email)), (found) =>
          Option.map(
            Option.filter(found, ({ verifiedAt }) => verifiedAt !== null),
            toUser
          )
        )
    }))
  )
}

export const toUser = ({ avatar, email, id, name }: Account): User => ({ id, name, email, avatar })

/** The user whom an invitation to the address reaches. Fails with `NotFound` if nobody has it and nobody can sign up. */
export const findAddressee = (
  email: string
): Effect.Effect<Option.Option<User>, StorageUnavailable | NotFound, UserDirectory> =>
  Effect.flatMap(UserDirectory, ({ findByEmail, findVerified }) =>
    findVerified !== undefined
      ? findVerified(email)
      : Effect.flatMap(findByEmail(email), (found) =>
          Option.isSome(found) ? Effect.succeed(found) : new NotFound({ thing: "User", id: email })
        )
  )

/** The user, held as part of a transaction; null if there is none, or if the account was deleted since it was looked up. */
export const holdUser = Effect.fnUntraced(function* (userId: UserId | null) {
  const { hold = () => Effect.succeed(true) } = yield* UserDirectory
  return userId !== null && (yield* hold(userId)) ? userId : null
})

/** The address by which invitations reach a user, normalised. Null if the user has not verified it, or is not looked up by id. */
export const reachedBy = Effect.fnUntraced(function* (userId: UserId) {
  const { find = () => Effect.succeed([]) } = yield* UserDirectory
  const [user] = yield* find([userId])
  if (user === undefined) return null
  const addressee = yield* Effect.catchTag(findAddressee(user.email), "NotFound", () => Effect.succeedNone)
  return Option.exists(addressee, ({ id }) => id === userId) ? normalizeEmail(user.email) : null
})
