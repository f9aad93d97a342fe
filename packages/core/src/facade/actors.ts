import { Predicate } from "effect"
import { Actor } from "../access/Actor.js"
import { UserId } from "../values/ids.js"
import { invalidInput } from "./BoardwrightError.js"

const isUserId = (value: unknown): value is string => typeof value === "string" && value !== ""

/** The user with this id as actor. Throws a `BoardwrightError` (`InvalidInput`) if it is not an id. */
export const asUser = (userId: string): Actor => {
  if (isUserId(userId)) return Actor.User({ userId: UserId.make(userId) })
  throw invalidInput(["userId"], "must be the id of a user: a string that is not empty")
}

/** The operator has every right, and is not a user. For the host's own code, never for a request. */
export const operator: Actor = Actor.Operator()

export const isActor = (value: unknown): value is Actor =>
  Predicate.isTagged(value, "Operator") ||
  (Predicate.isTagged(value, "User") && Predicate.hasProperty(value, "userId") && typeof value.userId === "string")

export const NO_ACTOR = "the first argument must be the actor: asUser(id), or operator"
