import { Data } from "effect"

/** The command line is wrong: exit 2. `help` is the command whose help tells more, such as `boardwright import`. */
export class UsageError extends Data.TaggedError("UsageError")<{
  /** One line, without the program's name. */
  readonly message: string
  readonly help?: string
}> {}

/** What was given to work on cannot be used as it is: exit 3. */
export class DataRejected extends Data.TaggedError("DataRejected")<{ readonly message: string }> {}

/** What the command line names is not there: exit 4. */
export class NoSuchThing extends Data.TaggedError("NoSuchThing")<{ readonly message: string }> {}

/** What is there already does not allow it: exit 5. */
export class Conflict extends Data.TaggedError("Conflict")<{ readonly message: string }> {}

/** The person left a prompt by Ctrl-C or Ctrl-D: exit 130. */
export class Cancelled extends Data.TaggedError("Cancelled")<{}> {}
