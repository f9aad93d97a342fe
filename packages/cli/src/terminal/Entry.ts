import type { Command } from "@effect/cli"
import type * as NodeContext from "@effect/platform-node/NodeContext"

/** A command of any options: what it makes of them is its own business. */
export type AnyCommand = Command.Command<any, NodeContext.NodeContext, unknown, any>

/** A command as `boardwright --help` lists it, without loading it. */
export interface Entry {
  readonly name: string
  /** One line; it is also the description in the command's own help. */
  readonly summary: string
  readonly load: () => Promise<AnyCommand>
  /** Runs until it is told to stop, which is then no failure. */
  readonly isServer?: boolean
}
