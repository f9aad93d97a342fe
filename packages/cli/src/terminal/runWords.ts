import { stripVTControlCharacters } from "node:util"
import { CliConfig, CommandDescriptor, HelpDoc } from "@effect/cli"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { Effect } from "effect"
import type { AnyCommand } from "./Entry.js"
import { UsageError } from "./failures.js"

/** Runs a command on words that are read already. What @effect/cli still has against them is a `UsageError`. */
export const runWords = (command: AnyCommand, words: ReadonlyArray<string>): Effect.Effect<void, unknown> =>
  CommandDescriptor.parse(command.descriptor, words, CliConfig.defaultConfig).pipe(
    Effect.mapError(({ error }) => {
      const message = stripVTControlCharacters(HelpDoc.toAnsiText(error)).trim()
      return new UsageError({ message, help: `boardwright ${words[0] ?? ""}` })
    }),
    Effect.flatMap((directive): Effect.Effect<void, unknown, NodeContext.NodeContext> => {
      if (directive._tag === "UserDefined") return command.transform(command.handler(directive.value), directive.value)
      return new UsageError({ message: "the words are options of no command", help: "boardwright" })
    }),
    Effect.provide(NodeContext.layer)
  )
