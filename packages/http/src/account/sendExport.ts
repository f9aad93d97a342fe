import { Access, AccountExport, Trace, Values } from "@boardwright/core"
import { Effect, Stream } from "effect"
import { Reply } from "../Handler.js"
import { JSON_HEADERS } from "../headers.js"
import { streamedBody } from "../streamedBody.js"

type Exported = Effect.Effect.Success<ReturnType<typeof AccountExport.exportAccount>>

/** The document part by part. */
const written = Effect.fnUntraced(function* ({ header, parts }: Exported) {
  const yieldPoint = yield* Values.makeYieldPoint
  let current = ""
  let isFirst = true
  const textOf = Effect.fnUntraced(function* ({ items, list }: AccountExport.AccountExportPart) {
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
    return text
  })
  const begin = Stream.make(JSON.stringify(header).slice(0, -1))
  return Stream.concat(Stream.concat(begin, Stream.mapEffect(parts, textOf)), Stream.make("]}"))
})

/** All data about the caller as one JSON document. What fails after its begin cuts the connection, so that it is not valid JSON. */
export const sendExport = Effect.fnUntraced(function* () {
  const action = "accounts.exportOwn"
  // The stream of the use case tells failures apart, which the iterable of the facade does not.
  const begin = Effect.zipRight(Access.requireScope(null, action), AccountExport.exportAccount())
  const exported = yield* Trace.inSpan(action, begin)
  return new Reply(200, streamedBody(Stream.unwrap(written(exported))), {
    ...JSON_HEADERS,
    "content-disposition": 'attachment; filename="boardwright-account.json"'
  })
})
