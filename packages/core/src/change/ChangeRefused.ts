import { Data } from "effect"

/** A handler of changes does not allow a change: nothing of its transaction is stored. `reason` is shown to the caller. */
export class ChangeRefused extends Data.TaggedError("ChangeRefused")<{ readonly reason: string }> {
  constructor(reason: string = "The change is not allowed") {
    super({ reason })
  }

  override get message(): string {
    return this.reason
  }
}
