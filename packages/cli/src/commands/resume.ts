import { System } from "@boardwright/core"
import { Effect } from "effect"
import { type Form, printJson } from "../terminal/output.js"
import { note } from "../terminal/print.js"
import { withApp } from "../terminal/withApp.js"

/** What a command says that leaves a database held. */
export const HELD = "mails, webhook deliveries and consumers are held until `boardwright resume`"

/** `boardwright resume`. */
export const resume = Effect.fnUntraced(function* ({ json }: Form) {
  const resumed = yield* withApp(System.resume())
  if (json === true) yield* printJson({ resumed })
  yield* note(resumed ? "mails, webhook deliveries and consumers go on" : "nothing was held")
})
