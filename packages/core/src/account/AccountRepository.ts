import { Context, type Effect, type Option } from "effect"
import type { StorageUnavailable } from "../ports/Failures.js"
import type { Timestamp } from "../values/Timestamp.js"
import type { Account, OnboardingData } from "./Account.js"
import type { EmailTaken } from "./AccountError.js"
import type { UserId } from "./User.js"

/** Keeps accounts. */
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
    /** The token version of an account: the one read of every authenticated request. */
    readonly tokenVersion: (id: UserId) => Effect.Effect<Option.Option<number>, StorageUnavailable>
    /** Those of the ids that are accounts, in any order; ids that cannot be stored are none. */
    readonly existing: (ids: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<UserId>, StorageUnavailable>
    /** Marks the address verified; an account that is verified keeps its time. */
    readonly markVerified: (id: UserId, at: Timestamp) => Effect.Effect<void, StorageUnavailable>
    /** Sets the hash and raises the token version by one. */
    readonly replacePassword: (id: UserId, passwordHash: string) => Effect.Effect<void, StorageUnavailable>
    /** Stores the data and marks onboarding complete. */
    readonly completeOnboarding: (id: UserId, data: OnboardingData) => Effect.Effect<void, StorageUnavailable>
  }
>() {}
