import { useSignal } from "@preact/signals"
import { useLayoutEffect, useRef, useState } from "preact/hooks"
import { deviceOf } from "../../../deviceOf.js"
import { api, reading, reasonOf } from "../../api.js"
import { dateText } from "../../cells/read.js"
import { loadMe } from "../../me.js"
import { countedInPage, p } from "../../text/pageTexts.js"
import { PageFrame } from "../PageFrame.js"
import { loadPlaces, placeNames } from "../places.js"
import { eventSentence, type Reader, type SecurityEvent } from "./eventSentence.js"

/** Events that are loaded at a time. */
const ROWS = 25

const loadPage = (page: number) => api.accounts.events({ limit: ROWS, page })

const load = async () => {
  const [first, me, places] = await Promise.all([loadPage(1), loadMe(), loadPlaces()])
  return { first, reader: { id: me.id, names: placeNames(places) } }
}

const originOf = ({ client, userAgent }: SecurityEvent): string => {
  const on = (browser: string, system: string) => p("securityLog.device", { browser, system })
  const from = [
    ...(userAgent === null ? [] : [deviceOf(userAgent, on)]),
    ...(client === null ? [] : [p("securityLog.address", { client })])
  ]
  return from.map((part) => `, ${part}`).join("")
}

const Events = ({ first, reader }: { first: Awaited<ReturnType<typeof loadPage>>; reader: Reader }) => {
  const [events, setEvents] = useState(first.events)
  const [page, setPage] = useState(1)
  const isBusy = useSignal(false)
  const problem = useSignal("")
  const list = useRef<HTMLOListElement>(null)
  useLayoutEffect(() => {
    if (page > 1) (list.current?.children[(page - 1) * ROWS] as HTMLElement | undefined)?.focus()
  }, [page])
  const showOlder = async (): Promise<void> => {
    if (isBusy.value) return
    isBusy.value = true
    problem.value = ""
    try {
      const older = await reading(() => loadPage(page + 1))
      setEvents([...events, ...older.events])
      setPage(page + 1)
    } catch (error) {
      problem.value = reasonOf(error)
    }
    isBusy.value = false
  }
  return (
    <>
      <p>
        {p("securityLog.hint")} <a href="/account?settings=1">{p("securityLog.settings")}</a>
      </p>
      <p class="hint" role="status">
        {countedInPage("securityLog.count", first.pagination.total)}
      </p>
      <ol ref={list} class="rows" id="events" role="list" aria-label={p("securityLog.list")}>
        {events.map((event) => (
          <li key={event.id} tabIndex={-1}>
            <p class="grow">
              {eventSentence(event, reader)}
              <span class="faint">
                <time dateTime={event.at}>{dateText(event.at)}</time>
                {originOf(event)}
              </span>
            </p>
          </li>
        ))}
      </ol>
      <p class="error" role="alert">
        {problem.value}
      </p>
      {page < first.pagination.totalPages ? (
        <p>
          <button type="button" class="button quiet" aria-busy={isBusy.value} onClick={() => void showOlder()}>
            {p("securityLog.older")}
          </button>
        </p>
      ) : null}
    </>
  )
}

/** What happened to the account, as sentences, latest first. */
export const SecurityLog = () => (
  <PageFrame
    title={p("securityLog.title")}
    back={{ href: "/account?settings=1", text: p("page.backToSettings") }}
    loading={p("securityLog.loading")}
    load={load}
  >
    {(loaded) => <Events {...loaded} />}
  </PageFrame>
)
