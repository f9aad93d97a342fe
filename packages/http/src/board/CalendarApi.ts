import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { Calendar } from "@boardwright/core"
import { Schema } from "effect"
import * as Parts from "../apiParts.js"
import { ETAG, IF_NONE_MATCH } from "../entityTagParts.js"
import { aCalendarLink, aCalendarUrl } from "../examples.js"

/** The media type of iCalendar. */
export const CALENDAR_TYPE = "text/calendar; charset=utf-8"

const id = Schema.Struct({ id: Parts.idOf("the board") })

const CalendarLink = Schema.Struct({
  id: Schema.String,
  userId: Schema.String.annotations({ description: "Its maker" }),
  createdAt: Parts.TimestampText
}).annotations({ identifier: "CalendarLink", examples: [aCalendarLink] })

const CreatedCalendarLink = Schema.Struct({
  id: Schema.String,
  url: Schema.String.annotations({
    description:
      "What a calendar program subscribes to, with the key, which is not shown again. A path if the server has no public address"
  }),
  createdAt: Parts.TimestampText
}).annotations({
  identifier: "CreatedCalendarLink",
  examples: [{ id: aCalendarLink.id, url: aCalendarUrl, createdAt: aCalendarLink.createdAt }]
})

export const createCalendarLink = Parts.issue(
  "createCalendarLink",
  "/boards/:id/calendar-link",
  "Create a link to the board's calendar",
  `Whoever has the link can read the names, descriptions, statuses and due dates of tasks while its maker can read the board. At most ${Calendar.MAX_CALENDAR_LINKS} of one user and board. ${Parts.WHO_MAY.read}`
)
  .setPath(id)
  .addSuccess(Parts.status(201, Parts.enveloped("calendarLink", CreatedCalendarLink)))
  .addError(Parts.BadRequest)
  .annotate(Parts.Tier, "sensitive")

export const listCalendarLinks = Parts.get(
  "listCalendarLinks",
  "/boards/:id/calendar-links",
  "List the links to the board's calendar",
  `The caller's own, for admins everyone's, in order of creation, without keys. ${Parts.WHO_MAY.read}`
)
  .setPath(id)
  .setUrlParams(Schema.Struct(Parts.pageParameters))
  .addSuccess(Parts.paged("calendarLinks", CalendarLink))
  .addError(Parts.BadRequest)

export const deleteCalendarLink = Parts.removal(
  "deleteCalendarLink",
  "/boards/:id/calendar-links/:linkId",
  "Revoke a link to the board's calendar",
  "It is a 404 from then on. For its maker, and for admins of the board or its workspace, and the workspace's owner."
)
  .setPath(Schema.Struct({ ...id.fields, linkId: Parts.idOf("the link") }))
  .addSuccess(Parts.Done)

const headers = { ETag: ETAG }

const feed = Parts.get(
  "feed",
  "/boards/:id/calendar.ics",
  "Get the board's calendar",
  "For calendar programs: iCalendar (RFC 5545) with an event for each task with a due date, by the key of a link alone. A 404 for a key that is wrong or revoked, or whose maker can no longer read the board."
)
  .setPath(id)
  .setUrlParams(Schema.Struct({ key: Schema.optional(Parts.OpaqueParameter) }))
  .addSuccess(HttpApiSchema.Text({ contentType: CALENDAR_TYPE }))
  .addError(Parts.NotFound)
  .annotate(OpenApi.Transform, ({ parameters, responses, ...operation }) => ({
    ...operation,
    parameters: [...parameters, IF_NONE_MATCH],
    responses: {
      ...responses,
      "200": { ...responses["200"], headers },
      "304": { description: "The program's copy is still fresh", headers }
    }
  }))

export const CalendarApi = Parts.group("calendars", "Calendars of boards, which need no session").add(feed)
