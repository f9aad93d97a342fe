import { Context } from "effect"

/** The call that a request is of. By default it is not repeated, as for the stream of changes. */
export class RunningCall extends Context.Reference<RunningCall>()("@boardwright/client/RunningCall", {
  defaultValue: (): {
    /** Its `Idempotency-Key`. */
    readonly key: string | null
    /** Whether a second request would do nothing again, so that one without a usable response may be repeated. */
    readonly isRepeatable: boolean
  } => ({ key: null, isRepeatable: false })
}) {}
