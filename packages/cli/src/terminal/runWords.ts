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
    Effect.flatMap((directive) => {
      if (directive._tag !== "UserDefined")
        return new UsageError({ message: "the words are options of no command", help: "boardwright" })
      // The command's own descriptor made it.
      const parsed = directive.value as never
      return command.transform(command.handler(parsed), parsed)
    }),
    Effect.provide(NodeContext.layer)
  )
