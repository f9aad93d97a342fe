import type { User } from "@boardwright/client"
import { deviceOf } from "./deviceOf.js"
import { busily, byId, make, plural, showProblem } from "./dom.js"
import { eventSentence, type Reader, type SecurityEvent } from "./eventSentences.js"
import { showLocalTimes } from "./localTimes.js"
import { placeNames, readPlaces } from "./places.js"
import type { AnswerOf } from "./request.js"
import { read, signedOut, token } from "./session.js"

/** Events that are loaded at a time. */
const ROWS = 25
let page = 1
let reader: Reader

const eventItem = (event: SecurityEvent): HTMLElement => {
  const { at, client, userAgent } = event
  const from = [...(userAgent === null ? [] : [deviceOf(userAgent)]), ...(client === null ? [] : [`address ${client}`])]
  const origin = from.length === 0 ? "" : `, ${from.join(", ")}`
  return make(
    "li",
    { tabindex: "-1" },
    make(
      "div",
      { class: "event" },
      make("p", {}, eventSentence(event, reader)),
      make("p", { class: "hint" }, make("time", { datetime: at }, at), origin)
    )
  )
}

/** Shows the next page; the first of its entries, or null if it cannot be read. */
const showMore = async (): Promise<HTMLElement | null> => {
  const listed = await read<AnswerOf<"accounts", "events">>(`/api/auth/events?limit=${ROWS}&page=${page}`)
  if (listed === null) return null
  if (!listed.ok) {
    showProblem(listed.answer)
    return null
  }
  const { events, pagination } = listed.answer
  const items = events.map(eventItem)
  const list = byId("events")
  list.append(...items)
  for (const item of items) showLocalTimes(item)
  byId("count").textContent = `${plural(pagination.total, "event", "events")} of the last 180 days.`
  byId("older").hidden = page >= pagination.totalPages
  page += 1
  return items[0] ?? list
}

const start = async (): Promise<void> => {
  const [user, places] = await Promise.all([read<User>("/api/auth/me"), readPlaces()])
  if (user === null) return
  byId("loading").hidden = true
  byId("retry").hidden = user.ok
  if (!user.ok) return showProblem(user.answer)
  reader = { id: user.answer.id, names: placeNames(places) }
  const isShown = (await showMore()) !== null
  byId("retry").hidden = isShown
  byId("ready").hidden = !isShown
}

byId("retry").addEventListener("click", () => location.reload())
const older = byId("older")
older.addEventListener("click", () => busily(older, async () => (await showMore())?.focus()))

if (token()) void start()
else signedOut("Sign in to see your security log.")
