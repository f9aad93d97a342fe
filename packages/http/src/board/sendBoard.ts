import { Access, Archive, Trace, Values } from "@boardwright/core"
import { type BoardFormat, BOARD_FORMATS, boardFile } from "@boardwright/spreadsheet/board-file"
import { Effect, Schema } from "effect"
import { type HandlerRequest, Reply } from "../Handler.js"
import { JSON_HEADERS } from "../headers.js"
import { streamedBody } from "../streamedBody.js"

/** The media types of the formats. */
export const MEDIA_TYPES = {
  csv: "text/csv; charset=utf-8",
  json: JSON_HEADERS["content-type"],
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
} as const satisfies Record<BoardFormat, string>

const isFormat = Schema.is(Schema.Literal(...BOARD_FORMATS))

/** The header that names a file (RFC 6266), in any script and without what is special in paths. */
const attachment = (name: string, ending: string): string => {
  const plain = name.toWellFormed().replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, " ")
  const encoded = encodeURIComponent(`${plain}.${ending}`).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`
  )
  return `attachment; filename="board.${ending}"; filename*=UTF-8''${encoded}`
}

/** A board as a file, which is sent while it is read. What fails after its begin cuts the connection. */
export const sendBoard = Effect.fnUntraced(function* ({
  path,
  query
}: Pick<HandlerRequest<{ readonly id: string }>, "path" | "query">) {
  const format = query["format"] ?? "json"
  if (!isFormat(format)) return yield* Values.invalid(["format"], `must be ${BOARD_FORMATS.join(", ")}`)
  const action = "boards.export"
  // The stream of the use case tells failures apart, which the iterable of the facade does not.
  const begin = Effect.zipRight(Access.requireScope("read", action), Archive.exportBoard(path.id))
  const exported = yield* Trace.inSpan(action, begin)
  return new Reply(200, streamedBody(boardFile(exported, format)), {
    ...JSON_HEADERS,
    "content-type": MEDIA_TYPES[format],
    "content-disposition": attachment(exported.archive.board.name, format)
  })
})
