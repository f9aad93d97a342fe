import { Data } from "effect"

/** The command line is wrong: exit 2. `help` is the command with the relevant help, such as `boardwright import`. */
export class UsageError extends Data.TaggedError("UsageError")<{
  /** One line, without the program's name. */
  readonly message: string
  readonly help?: string
}> {}

/** The input data cannot be used: exit 3. */
export class DataRejected extends Data.TaggedError("DataRejected")<{ readonly message: string }> {}

/** Something that the command line names does not exist: exit 4. */
export class NoSuchThing extends Data.TaggedError("NoSuchThing")<{ readonly message: string }> {}

/** Existing data or files are in the way: exit 5. */
export class Conflict extends Data.TaggedError("Conflict")<{ readonly message: string }> {}

/** A webhook's receiver did not accept a message: exit 1. */
export class NotReceived extends Data.TaggedError("NotReceived")<{ readonly message: string }> {}

/** A command has found errors, and has printed them: exit 1. */
export class ErrorsFound extends Data.TaggedError("ErrorsFound")<{ readonly message: string }> {}

/** The user left a prompt with Ctrl-C or Ctrl-D: exit 130. */
export class Cancelled extends Data.TaggedError("Cancelled")<{}> {}
