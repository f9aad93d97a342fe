import { type AccountExport, Facade } from "@boardwright/core"
import { Effect, Stream } from "effect"
import { Reply } from "../Handler.js"
import { JSON_HEADERS } from "../headers.js"
import type { BodySink, LiveBody } from "../LiveBody.js"

/** With more bytes than these unsent, the client must first take them: the next page is not read before. */
const MAX_UNSENT = 1024 * 1024

type Exported = Effect.Effect.Success<ReturnType<typeof Facade.useCases.accounts.exportOwn.run>>

/** Writes the document part by part. Returns false if the client is too slow. */
const write = Effect.fnUntraced(function* ({ header, parts }: Exported, sink: BodySink) {
  let current = ""
  let isTaken = true
  sink.write(JSON.stringify(header).slice(0, -1))
  const send = Effect.fnUntraced(function* ({ items, list }: AccountExport.AccountExportPart) {
    const isNew = list !== current
    if (isNew) sink.write(`${current === "" ? "" : "]"},"${list}":[`)
    const entries = items.map((item) => JSON.stringify(item)).join(",")
    sink.write(isNew || entries === "" ? entries : `,${entries}`)
    current = list
    isTaken = sink.unsent() <= MAX_UNSENT || (yield* sink.taken)
    return isTaken
  })
  yield* Stream.runForEachWhile(
    Stream.fromAsyncIterable(parts, (error) => error),
    send
  )
  if (isTaken) sink.write("]}")
  return isTaken
})

/** All data about the caller as one JSON document. What fails after its begin cuts the connection, so that it is not valid JSON. */
export const sendExport = Effect.fnUntraced(function* () {
  const exported = yield* Facade.useCases.accounts.exportOwn.run()
  const body: LiveBody = {
    run: (sink) =>
      Effect.catchAllCause(write(exported, sink), (cause) =>
        Effect.as(Effect.logError("the export of an account failed", cause), false)
      ),
    dismiss: () => {}
  }
  return new Reply(200, body, {
    ...JSON_HEADERS,
    "content-disposition": 'attachment; filename="boardwright-account.json"'
  })
})
