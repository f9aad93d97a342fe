import type { Deletion } from "@boardwright/client"
import { useSignal } from "@preact/signals"
import { useLayoutEffect, useRef } from "preact/hooks"
import { api } from "../../api.js"
import { boardHref } from "../../route.js"
import { countedInPage, p } from "../../text/pageTexts.js"
import { confirm } from "../../ui/confirm.js"
import { ActButton } from "../ActButton.js"
import { PageFrame } from "../PageFrame.js"
import { useOutcome } from "../useOutcome.js"
import { DeletionList } from "./DeletionList.js"
import { type Deletions, loadDeletions, loadPlace, trashBoardId, type TrashPlace } from "./trashData.js"

const load = async () => {
  const [first, place] = await Promise.all([loadDeletions(1), loadPlace()])
  return { first, place }
}

const countText = ({ shown, total }: Deletions): string => {
  if (total === 0) return p("trash.empty")
  const all = countedInPage("trash.count", total)
  return shown.length < total ? p("trash.shown", { n: shown.length, all }) : `${all}.`
}

const Content = ({ first, place }: { first: Deletions; place: TrashPlace }) => {
  const listed = useSignal(first)
  const pages = useSignal(1)
  const firstOfMore = useSignal<number | null>(null)
  const section = useRef<HTMLElement>(null)
  const { act, outcome, say } = useOutcome()
  useLayoutEffect(() => {
    if (firstOfMore.value === null) return
    section.current?.querySelectorAll<HTMLElement>("li")[firstOfMore.value]?.focus()
  }, [firstOfMore.value])
  const change = (call: () => Promise<unknown>, done: string) =>
    act(call, async () => {
      listed.value = await loadDeletions(pages.value)
      say(done)
    })
  const restore = ({ id, name }: Deletion) =>
    change(() => api.trash.restore({ deletionId: id }), p("trash.restored", { name }))
  const purge = async ({ id, name }: Deletion): Promise<void> => {
    const question = { title: p("trash.purgeTitle"), text: p("trash.purgeText", { name }), act: p("trash.purgeIt") }
    if (await confirm(question)) await change(() => api.trash.purge({ deletionId: id }), p("trash.purged", { name }))
  }
  const showMore = () =>
    act(
      () => loadDeletions(pages.value + 1),
      (more) => {
        firstOfMore.value = listed.value.shown.length
        pages.value += 1
        listed.value = more
      }
    )
  return (
    <>
      <p>{p("trash.hint")}</p>
      {outcome}
      <section ref={section} aria-labelledby="place">
        <h2 id="place" dir="auto">
          {place.name}
        </h2>
        <p class="hint" role="status">
          {countText(listed.value)}
        </p>
        <DeletionList {...{ place, purge, restore }} deletions={listed.value.shown} />
        {listed.value.shown.length < listed.value.total ? (
          <p>
            <ActButton text={p("trash.more")} name={p("trash.more")} run={showMore} />
          </p>
        ) : null}
      </section>
    </>
  )
}

/** The trash of a board or a workspace: deletions are restored, and deleted for good by those who manage the board. */
export const Trash = () => {
  const boardId = trashBoardId()
  return (
    <PageFrame
      title={p("trash.title")}
      windowTitle={({ place }) => p("trash.of", { name: place.name })}
      back={
        boardId === ""
          ? { href: "/app", text: p("page.backToHome") }
          : { href: boardHref(boardId), text: p("page.backToBoard") }
      }
      loading={p("trash.loading")}
      load={load}
      reasons={{ 403: p("trash.forbidden"), 404: p("trash.missing") }}
    >
      {(loaded) => <Content {...loaded} />}
    </PageFrame>
  )
}
