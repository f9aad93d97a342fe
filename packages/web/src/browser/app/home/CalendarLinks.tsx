import { useSignal } from "@preact/signals"
import { useEffect } from "preact/hooks"
import type { AnswerOf } from "../../request.js"
import { api } from "../api.js"
import { dateText } from "../cells/read.js"
import { ActButton } from "../pages/ActButton.js"
import { Secret } from "../pages/Secret.js"
import { useOutcome } from "../pages/useOutcome.js"
import type { BoardStore } from "../store/BoardStore.js"
import { p } from "../text/pageTexts.js"
import { t } from "../text/texts.js"
import { confirm } from "../ui/confirm.js"
import { Dialog } from "../ui/Dialog.js"

type Link = AnswerOf<"boards", "listCalendarLinks">["calendarLinks"][number]

/** Links that are listed. */
const MOST = 1000

/** The user's calendar links of a board, for its admins those of everyone: create them, list and revoke them. */
export const CalendarLinks = ({ store }: { store: BoardStore }) => {
  const { id, me } = store
  const links = useSignal<ReadonlyArray<Link> | null>(null)
  const url = useSignal<string | null>(null)
  const { act, note, outcome, say } = useOutcome()
  const relist = () =>
    act(
      () => api.boards.listCalendarLinks({ id, limit: MOST }),
      (listed) => {
        links.value = listed.calendarLinks
      }
    )
  useEffect(() => void relist(), [])
  const create = () =>
    act(
      () => api.boards.createCalendarLink({ id }),
      async ({ calendarLink }) => {
        note(p("calendarLinks.created"))
        url.value = new URL(calendarLink.url, location.href).href
        await relist()
      }
    )
  const revoke = async (link: Link): Promise<void> => {
    const text = p("calendarLinks.revokeText")
    if (!(await confirm({ title: p("calendarLinks.revokeTitle"), text, act: p("calendarLinks.revoke") }))) return
    await act(
      () => api.boards.deleteCalendarLink({ id, linkId: link.id }),
      async () => {
        url.value = null
        await relist()
        say(p("calendarLinks.revoked"))
      }
    )
  }
  const textOf = ({ createdAt, userId }: Link): string => {
    const at = dateText(createdAt)
    if (userId === me.id) return p("calendarLinks.of", { at })
    return p("calendarLinks.by", { at, name: store.people().get(userId)?.name ?? p("share.former") })
  }
  return (
    <Dialog title={p("calendarLinks.title", { board: store.board().name })} wide>
      <p>{p("calendarLinks.intro")}</p>
      {outcome}
      <Secret of="calendarLinks" secret={url.value} say={say} />
      {links.value === null ? (
        <p role="status">{t("panel.loading")}</p>
      ) : links.value.length === 0 ? (
        <p class="hint">{p("calendarLinks.none")}</p>
      ) : (
        <ul class="rows" role="list" aria-label={p("calendarLinks.list")}>
          {links.value.map((link) => (
            <li key={link.id}>
              <span class="grow">{textOf(link)}</span>
              <ActButton
                text={p("calendarLinks.revoke")}
                name={p("calendarLinks.revokeOf", { link: textOf(link) })}
                run={() => revoke(link)}
              />
            </li>
          ))}
        </ul>
      )}
      <p class="sheet-actions">
        <ActButton text={p("calendarLinks.create")} name={p("calendarLinks.create")} run={create} />
      </p>
    </Dialog>
  )
}
