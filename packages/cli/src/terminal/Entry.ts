import type { CommandDescriptor } from "@effect/cli"
import type * as NodeContext from "@effect/platform-node/NodeContext"
import type { Effect } from "effect"
import type { VariableShape } from "./CommandShape.js"

/** What running a command gives: nothing, or any failure. */
type Run = Effect.Effect<void, unknown, NodeContext.NodeContext>

/** A command of @effect/cli, whatever its options are. */
export interface AnyCommand {
  readonly descriptor: CommandDescriptor.Command<unknown>
  readonly handler: (parsed: never) => Run
  readonly transform: (run: Run, parsed: never) => Run
}

interface Listed {
  readonly name: string
  /** One line; it is also the description in the command's own help. */
  readonly summary: string
}

/** A command as `boardwright --help` lists it, without loading it. */
export interface CommandEntry extends Listed {
  readonly load: () => Promise<AnyCommand>
}

/**
 * The command that runs until it is told to stop, which is then no failure. Nothing follows its name, and so it starts
 * without @effect/cli.
 */
export interface ServerEntry extends Listed {
  readonly server: () => Promise<{
    readonly serve: Effect.Effect<void, unknown>
    /** Those that its help is to tell. */
    readonly variables: ReadonlyArray<VariableShape>
  }>
}

/** What may be named first on the command line. */
export type Entry = CommandEntry | ServerEntry
