import { Array, Context, Effect, Layer, Option } from "effect"
import type { StorageUnavailable } from "../ports/PortError.js"
import type { Account } from "./Account.js"
import { AccountRepository } from "./AccountRepository.js"
import { normalizeEmail } from "./Email.js"
import { isUnstorable } from "../values/Text.js"
import { type User, UserId } from "./User.js"

/** Looks people up. A host with its own users gives its own; nothing else in the domain reads accounts. */
export class UserDirectory extends Context.Tag("@boardwright/core/UserDirectory")<
  UserDirectory,
  {
    /** Those of the ids that are users, in any order. */
    readonly existing: (ids: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<UserId>, StorageUnavailable>
    readonly findByEmail: (email: string) => Effect.Effect<Option.Option<User>, StorageUnavailable>
    /** Those of the ids that are users, in any order. A host may leave it out: exported boards name its people by id alone. */
    readonly find?: (ids: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<User>, StorageUnavailable>
  }
>() {
  /** The directory of our own accounts. */
  static readonly accounts: Layer.Layer<UserDirectory, never, AccountRepository> = Layer.effect(
    UserDirectory,
    Effect.map(AccountRepository, (accounts) => ({
      existing: accounts.existing,
      findByEmail: (email) => Effect.map(accounts.findByEmail(normalizeEmail(email)), Option.map(toUser)),
      find: (ids) =>
        Effect.map(
          Effect.forEach(
            ids.filter((id) => !isUnstorable(id)),
            (id) => accounts.find(UserId.make(id)),
            { concurrency: 8 }
          ),
          (found) => Array.getSomes(found).map(toUser)
        )
    }))
  )
}

/** The person behind an account. */
export const toUser = ({ avatar, email, id, name }: Account): User => ({ id, name, email, avatar })
