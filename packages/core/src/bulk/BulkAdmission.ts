import { Context, Effect } from "effect"
import type { StorageUnavailable } from "../ports/PortError.js"
import type { RateLimited } from "../rate/RateCounts.js"

/** So many operations count as one request more. */
const OPERATIONS_PER_REQUEST = 20

/** Counts as many further requests, or fails if that is too many. By default nothing is counted. */
export type Admit = (requests: number) => Effect.Effect<void, RateLimited | StorageUnavailable>

/** What a valid bulk is admitted by, before it begins. */
export class BulkAdmission extends Context.Reference<BulkAdmission>()("@boardwright/core/BulkAdmission", {
  defaultValue: (): Admit => () => Effect.void
}) {}

export const admitOperations = (count: number) => {
  const requests = Math.floor(count / OPERATIONS_PER_REQUEST)
  return requests === 0 ? Effect.void : Effect.flatMap(BulkAdmission, (admit) => admit(requests))
}
