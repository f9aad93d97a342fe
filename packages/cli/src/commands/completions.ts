import { Args, Command } from "@effect/cli"
import { Effect } from "effect"
import { completionScript, type Shell } from "../terminal/completions/completionScript.js"
import type { Entry } from "../terminal/Entry.js"
import { print } from "../terminal/print.js"
import { rootShape } from "../terminal/rootShape.js"
import { shapeOf } from "../terminal/shapeOf.js"

const shell = Args.choice<Shell>(
  [
    ["bash", "bash"],
    ["zsh", "zsh"],
    ["fish", "fish"]
  ],
  { name: "SHELL" }
).pipe(Args.withDescription("bash, zsh or fish"))

/** `boardwright completions bash|zsh|fish`, for these commands. */
export const completions = (commands: ReadonlyArray<Entry>) =>
  Command.make("completions", { shell }, ({ shell }) =>
    Effect.gen(function* () {
      const all = commands.flatMap((entry) => ("load" in entry ? [entry.load()] : []))
      const loaded = yield* Effect.promise(() => Promise.all(all))
      yield* print(completionScript(shell, rootShape(commands, loaded.map(shapeOf))))
    })
  )
