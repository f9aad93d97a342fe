import { Context, type Effect, type Option } from "effect"
import type { StorageUnavailable } from "../ports/PortError.js"
import type { Page, Slice } from "../values/Page.js"
import type { Timestamp } from "../values/Timestamp.js"
import type { Account, OnboardingData } from "./Account.js"
import type { EmailTaken } from "./AccountError.js"
import type { User, UserId } from "./User.js"

export class AccountRepository extends Context.Tag("@boardwright/core/AccountRepository")<
  AccountRepository,
  {
    /** Of any number of concurrent inserts of one address (compared normalised) exactly one succeeds. */
    readonly insert: (account: Account) => Effect.Effect<void, EmailTaken | StorageUnavailable>
    readonly find: (id: UserId) => Effect.Effect<Option.Option<Account>, StorageUnavailable>
    /** Like `find`, and no other transaction changes the account until this one ends. */
    readonly lock: (id: UserId) => Effect.Effect<Option.Option<Account>, StorageUnavailable>
    /** By the normalised address. */
    readonly findByEmail: (normalized: string) => Effect.Effect<Option.Option<Account>, StorageUnavailable>
    /** The token version of an account that is not disabled: all that is read for a token without a session. */
    readonly tokenVersion: (id: UserId) => Effect.Effect<Option.Option<number>, StorageUnavailable>
    /**
     * Accounts whose name or address contains the text ("": all), in order of creation (ties by id). The letters A to Z
     * match in either case, other characters exactly.
     */
    readonly list: (search: string, slice: Slice) => Effect.Effect<Page<Account>, StorageUnavailable>
    /** The ids that belong to accounts, in any order. Ids that cannot be stored belong to none. */
    readonly existing: (ids: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<UserId>, StorageUnavailable>
    /** The users with these ids, in any order. Ids that cannot be stored belong to none. */
    readonly users: (ids: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<User>, StorageUnavailable>
    /** Marks the address verified; a verified account keeps its time. */
    readonly markVerified: (id: UserId, at: Timestamp) => Effect.Effect<void, StorageUnavailable>
    /**
     * Gives an account that is neither verified nor disabled to the owner of its address: the name, the hash, the language, verified,
     * and the token version raised by one. False if it is verified or disabled.
     */
    readonly claim: (
      id: UserId,
      given: Pick<Account, "name" | "passwordHash" | "language">,
      at: Timestamp
    ) => Effect.Effect<boolean, StorageUnavailable>
    /** Sets the hash and raises the token version by one. */
    readonly replacePassword: (id: UserId, passwordHash: string) => Effect.Effect<void, StorageUnavailable>
    /** Sets the address and raises the token version by one. False, and nothing changes, if another account has the address. */
    readonly replaceEmail: (id: UserId, email: string) => Effect.Effect<boolean, StorageUnavailable>
    /** Raises the token version by one. */
    readonly raiseTokenVersion: (id: UserId) => Effect.Effect<void, StorageUnavailable>
    /**
     * Removes the account with its sessions, identities, API tokens, mailed tokens and queued notifications, and ends its
     * memberships and invitations, those of boards in the trash too.
     */
    readonly remove: (id: UserId) => Effect.Effect<void, StorageUnavailable>
    /** Marks the account disabled and raises the token version by one; a disabled account stays as it is. */
    readonly disable: (id: UserId, at: Timestamp) => Effect.Effect<void, StorageUnavailable>
    /** Enables the account. The token version stays, so that earlier tokens stay void. */
    readonly enable: (id: UserId) => Effect.Effect<void, StorageUnavailable>
    readonly updateProfile: (
      id: UserId,
      profile: Pick<Account, "name" | "timezone" | "language" | "notifications">
    ) => Effect.Effect<void, StorageUnavailable>
    /** Stores the data and marks onboarding complete. */
    readonly completeOnboarding: (id: UserId, data: OnboardingData) => Effect.Effect<void, StorageUnavailable>
  }
>() {}
