import { Change } from "@boardwright/core"
import { Effect } from "effect"
import { type Columns, type Form, printJson, printRecord, printRows } from "../terminal/output.js"
import { UsageError } from "../terminal/failures.js"
import { note } from "../terminal/print.js"
import { withApp } from "../terminal/withApp.js"

/** `boardwright changes expire-cursors`. */
export const expireCursors = Effect.fnUntraced(function* (form: Form) {
  const cursor = yield* withApp(Change.expireCursors())
  yield* printRecord({ cursor }, { cursor: (each) => each.cursor }, form)
  yield* note("every earlier cursor has expired: readers of the feed load their data again")
})

const columns: Columns<Change.ListedConsumer> = {
  name: ({ name }) => name,
  state: ({ failingSince, parkedAt }) => (parkedAt === null ? (failingSince === null ? "ok" : "failing") : "parked"),
  behind: ({ behind }) => behind ?? "expired",
  since: ({ failingSince }) => failingSince,
  error: ({ lastError }) => lastError
}

/** `boardwright changes consumers`. */
export const listConsumers = (form: Form) =>
  Effect.flatMap(withApp(Change.listConsumers()), (consumers) => printRows(consumers, columns, form))

/** `boardwright changes resume`. */
export const resumeConsumer = Effect.fnUntraced(function* (
  { json, since }: Form & { readonly since: string | undefined },
  name: string
) {
  yield* withApp(Change.resumeConsumer(name, { since })).pipe(
    // The rule of the API, which has no "start".
    Effect.catchTag(
      "InvalidInput",
      () => new UsageError({ message: "--since must be a cursor of the feed, now or start" })
    )
  )
  if (json === true) yield* printJson({ name })
  yield* note(`${name} goes on as soon as a program consumes by this name`)
})

/** `boardwright changes remove`. */
export const removeConsumer = Effect.fnUntraced(function* (form: Form, name: string) {
  yield* withApp(Change.removeConsumer(name))
  if (form.json === true) yield* printJson({ name })
  yield* note(`${name} is removed; a program that consumes by this name ends doing so`)
})
