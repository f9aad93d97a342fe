import { Calendar, Facade, Trace } from "@boardwright/core"
import { Effect, Option } from "effect"
import { entityTag, isFresh, knownTags } from "../entityTag.js"
import { type HandlerRequest, Reply } from "../Handler.js"
import { enveloped } from "../responseBodies.js"
import { streamedBody } from "../streamedBody.js"
import { CALENDAR_TYPE } from "./CalendarApi.js"

type Request = HandlerRequest<{ readonly id: string }>

/** Programs may store the calendar, and have to ask about it each time. */
const HEADERS = { "cache-control": "private, no-cache" }

/** A board's calendar by the key of a link, which is sent while it is read. What fails after its begin cuts the connection. */
export const sendCalendar = Effect.fnUntraced(function* ({
  path,
  query,
  served
}: Pick<Request, "path" | "query" | "served">) {
  const key = typeof query["key"] === "string" ? query["key"] : ""
  const { freshness, linkId, text } = yield* Trace.inSpan("boards.calendar", Calendar.openCalendar(path.id, key))
  const tagged = Option.map(freshness, (found) => ({ found, tag: entityTag(found.cursor, served, linkId, []) }))
  const headers = Option.match(tagged, {
    onNone: () => HEADERS,
    onSome: ({ tag }) => ({ ...HEADERS, etag: `W/${tag}` })
  })
  if (Option.exists(tagged, ({ found, tag }) => isFresh(found, tag, knownTags(served)))) {
    return new Reply(304, undefined, headers)
  }
  return new Reply(200, streamedBody(yield* text), { ...headers, "content-type": CALENDAR_TYPE })
})

/** Makes a link, whose address has the key. */
export const createCalendarLink = ({ path, publicUrl }: Pick<Request, "path" | "publicUrl">) =>
  Effect.map(Facade.useCases.boards.createCalendarLink.run(path.id), ({ calendarLink: { createdAt, id }, key }) => {
    const url = `${publicUrl}/api/boards/${encodeURIComponent(path.id)}/calendar.ics?key=${key}`
    return enveloped("calendarLink")({ id, url, createdAt })
  })
