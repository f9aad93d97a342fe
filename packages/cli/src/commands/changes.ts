import { Change } from "@boardwright/core"
import { Effect } from "effect"
import { type Form, printRecord } from "../terminal/output.js"
import { note } from "../terminal/print.js"
import { withApp } from "../terminal/withApp.js"

/** `boardwright changes expire-cursors`. */
export const expireCursors = Effect.fnUntraced(function* (form: Form) {
  const cursor = yield* withApp(Change.expireCursors())
  yield* printRecord({ cursor }, { cursor: (each) => each.cursor }, form)
  yield* note("every earlier cursor has expired: readers of the feed load their data again")
})
