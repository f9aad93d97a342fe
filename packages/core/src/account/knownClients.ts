import { Duration, Effect, Option } from "effect"
import { Secrets } from "../ports/Secrets.js"
import { recordStorageFailure } from "../ports/StorageOutage.js"
import { CurrentClient, CurrentUserAgent } from "../security/CurrentClient.js"
import { ago, now } from "../values/Timestamp.js"
import { AccountRepository } from "./AccountRepository.js"
import { familyOf } from "./deviceOf.js"
import { KnownClientRepository } from "./KnownClientRepository.js"
import { UserId } from "./User.js"

/** Most clients and devices that are remembered per account. */
const MOST = 40
/** How long a client is remembered after its last sign-in. */
const LIFETIME = Duration.days(90)

/** Belongs to no account. */
export const NOBODY = UserId.make("")

const hashOf = (userId: UserId, client: string) =>
  Effect.flatMap(Secrets, (secrets) => secrets.hash(`${userId} ${client}`))

/** Whether the account has signed in from the client. Without an account the same work is done. */
export const isKnownClient = Effect.fnUntraced(function* (userId: Option.Option<UserId>, client: string) {
  const id = Option.getOrElse(userId, () => NOBODY)
  return yield* (yield* KnownClientRepository).has(id, yield* hashOf(id, client))
})

/** Remembers that the account used the current client. A storage failure is logged and does not fail the sign-in. */
export const rememberClient = Effect.fnUntraced(function* (userId: UserId) {
  const client = yield* CurrentClient
  if (client === null) return
  const clients = yield* KnownClientRepository
  yield* clients
    .remember(userId, yield* hashOf(userId, client), yield* now, MOST)
    .pipe(Effect.catchTag("StorageUnavailable", recordStorageFailure))
})

/** Remembered at each sign-in, so that the first one is known from later ones. */
const ANY_DEVICE = "a device"

/**
 * Remembers the current device as part of a transaction. True if the account has signed in before, but not from this kind of
 * device: of two concurrent sign-ins for the first only. A network that changes makes no new device, as phones change theirs all day.
 */
export const isNewDevice = Effect.fnUntraced(function* (userId: UserId) {
  const clients = yield* KnownClientRepository
  yield* (yield* AccountRepository).lock(userId)
  const any = yield* hashOf(userId, ANY_DEVICE)
  const device = yield* hashOf(userId, `${ANY_DEVICE}: ${familyOf(yield* CurrentUserAgent)}`)
  const isNew = (yield* clients.has(userId, any)) && !(yield* clients.has(userId, device))
  const at = yield* now
  for (const hash of [any, device]) yield* clients.remember(userId, hash, at, MOST)
  return isNew
})

/** Removes clients that have not signed in for 90 days. */
export const forgetUnseenClients = Effect.gen(function* () {
  const clients = yield* KnownClientRepository
  yield* clients.removeUnseen(yield* ago(LIFETIME))
})
