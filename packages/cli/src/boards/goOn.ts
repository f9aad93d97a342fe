import { Effect } from "effect"
import { Cancelled } from "../terminal/failures.js"
import { note, oneLine } from "../terminal/print.js"
import { confirm } from "../terminal/prompt.js"

/** Asks whether to go on where somebody can be asked and has not said so. Fails with `Cancelled` where they say no. */
export const goOn = Effect.fnUntraced(function* ({ yes }: { readonly yes: boolean }, question: string) {
  if (yes || !process.stdin.isTTY || !process.stderr.isTTY) return
  if (yield* confirm(oneLine(question), "--yes")) return
  yield* note("nothing was written")
  return yield* new Cancelled()
})
