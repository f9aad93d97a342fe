import type { Input } from "./fields.js"
import type { State } from "./State.js"

/** A request to the model. */
export interface Ask {
  readonly state: State
  /** The id of the user who asks. */
  readonly by: string
  /** The ids in the path, in order. */
  readonly ids: ReadonlyArray<string>
  readonly query: Input
  readonly body: Input
  /** The instant at which it is answered. */
  readonly at: string
  /** The id that was given to what this request made: the one thing that the model cannot know. */
  readonly made: (field: string) => string
  /** The same for the first group of a board. */
  readonly madeGroup: () => string
}

/** What the specification has for a request: the answer, and the state after it where that is another one. */
export interface Outcome {
  readonly status?: number
  readonly body: object
  readonly state?: State
}

/** What the specification says to a request; throws `ApiError` where it says no. */
export type Specified = (ask: Ask) => Outcome

/** Stands for a text that the specification does not settle. */
export const ANY_TEXT = "‹any text›"

/** The answer of what has nothing to show: deletions, withdrawals. */
export const done = (state: State): Outcome => ({ body: { success: true, message: ANY_TEXT }, state })

/** `{success, <name>, data}`, for what the specification does not show. */
export const enveloped = (name: string, value: object) => ({ success: true, [name]: value, data: value })

/** The id at this place of the path. */
export const idAt = ({ ids }: Ask, place: number): string => ids[place] ?? "none"
