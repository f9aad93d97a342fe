import { Access, AccountExport, Ports, Trace, Values } from "@boardwright/core"
import { Effect, Option, Stream } from "effect"
import { Reply } from "../Handler.js"
import { JSON_HEADERS } from "../headers.js"
import type { BodySink, LiveBody } from "../LiveBody.js"

/** With more bytes than these unsent, the client must first take them: the next page is not read before. */
const MAX_UNSENT = 1024 * 1024

type Exported = Effect.Effect.Success<ReturnType<typeof AccountExport.exportAccount>>

/** Writes the document part by part. Returns false if the client is too slow. */
const write = Effect.fnUntraced(function* ({ header, parts }: Exported, sink: BodySink) {
  const yieldPoint = yield* Values.makeYieldPoint
  let current = ""
  let isFirst = true
  let isTaken = true
  sink.write(JSON.stringify(header).slice(0, -1))
  const send = Effect.fnUntraced(function* ({ items, list }: AccountExport.AccountExportPart) {
    let text = ""
    if (list !== current) {
      text = `${current === "" ? "" : "]"},"${list}":[`
      current = list
      isFirst = true
    }
    for (const item of items) {
      text += `${isFirst ? "" : ","}${JSON.stringify(item)}`
      isFirst = false
      yield* yieldPoint
    }
    sink.write(text)
    isTaken = sink.unsent() <= MAX_UNSENT || (yield* sink.taken)
    return isTaken
  })
  yield* Stream.runForEachWhile(parts, send)
  if (isTaken) sink.write("]}")
  return isTaken
})

/** All data about the caller as one JSON document. What fails after its begin cuts the connection, so that it is not valid JSON. */
export const sendExport = Effect.fnUntraced(function* () {
  const action = "accounts.exportOwn"
  // The stream of the use case tells failures apart, which the iterable of the facade does not.
  const begin = Effect.zipRight(Access.requireScope(null, action), AccountExport.exportAccount())
  const exported = yield* Trace.inSpan(action, begin)
  const body: LiveBody = {
    run: (sink) =>
      write(exported, sink).pipe(
        Effect.catchAll((failure) => Effect.as(Ports.recordStorageFailure(failure), false)),
        Effect.catchAllDefect((defect) => Effect.as(Effect.logError("unexpected failure", defect), false)),
        // A fiber of the stream's own ends with the failure too, which is logged once.
        Effect.withUnhandledErrorLogLevel(Option.none())
      ),
    dismiss: () => {}
  }
  return new Reply(200, body, {
    ...JSON_HEADERS,
    "content-disposition": 'attachment; filename="boardwright-account.json"'
  })
})
