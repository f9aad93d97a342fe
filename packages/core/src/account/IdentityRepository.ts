import { Context, type Effect, type Option } from "effect"
import type { StorageUnavailable } from "../ports/PortError.js"
import type { Timestamp } from "../values/Timestamp.js"
import type { UserId } from "./User.js"

/** A person at an identity provider, and whose account it is. */
export interface Identity {
  readonly issuer: string
  readonly subject: string
  readonly userId: UserId
  readonly createdAt: Timestamp
}

/** Stores identities. They are also removed with their account. */
export class IdentityRepository extends Context.Tag("@boardwright/core/IdentityRepository")<
  IdentityRepository,
  {
    /** The account of a person at an issuer. */
    readonly find: (issuer: string, subject: string) => Effect.Effect<Option.Option<UserId>, StorageUnavailable>
    /** The identities of the account, in order of issuer: few, one at an issuer. */
    readonly ofUser: (userId: UserId) => Effect.Effect<ReadonlyArray<Omit<Identity, "userId">>, StorageUnavailable>
    /**
     * Stores an identity. False if it has an account already, or the account has another identity of the issuer: of any
     * number of concurrent calls exactly one succeeds.
     */
    readonly insert: (identity: Identity) => Effect.Effect<boolean, StorageUnavailable>
    /** Removes the identities of the account that were stored at `from` or later. */
    readonly removeSince: (userId: UserId, from: Timestamp) => Effect.Effect<void, StorageUnavailable>
  }
>() {}
