import { Context, Effect, Layer, Option } from "effect"
import type { StorageUnavailable } from "../ports/Failures.js"
import type { Account } from "./Account.js"
import { AccountRepository } from "./AccountRepository.js"
import { normalizeEmail } from "./Email.js"
import type { User, UserId } from "./User.js"

/** Looks people up. A host with its own users gives its own; nothing else in the domain reads accounts. */
export class UserDirectory extends Context.Tag("@boardwright/core/UserDirectory")<
  UserDirectory,
  {
    /** Those of the ids that are users, in any order. */
    readonly existing: (ids: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<UserId>, StorageUnavailable>
    readonly findByEmail: (email: string) => Effect.Effect<Option.Option<User>, StorageUnavailable>
  }
>() {
  /** The directory of our own accounts. */
  static readonly accounts: Layer.Layer<UserDirectory, never, AccountRepository> = Layer.effect(
    UserDirectory,
    Effect.map(AccountRepository, (accounts) => ({
      existing: accounts.existing,
      findByEmail: (email) => Effect.map(accounts.findByEmail(normalizeEmail(email)), Option.map(toUser))
    }))
  )
}

/** The person behind an account. */
export const toUser = ({ avatar, email, id, name }: Account): User => ({ id, name, email, avatar })
