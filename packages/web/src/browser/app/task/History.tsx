import type { Change } from "@boardwright/client"
import { useSignal } from "@preact/signals"
import { useEffect } from "preact/hooks"
import { sentenceOf } from "../../sentences.js"
import type { Names } from "../../taskClauses.js"
import { mayUndo } from "../../undoable.js"
import type { Words } from "../../words.js"
import { api } from "../api.js"
import { useBoard } from "../BoardContext.js"
import { dateText } from "../cells/read.js"
import { conflictText, loadWords, namesOf } from "../changeTexts.js"
import { notify } from "../store/notices.js"
import { t } from "../text/texts.js"
import { attempt } from "../attempt.js"
import { useLoad, useTaskChanges } from "./useTask.js"

/** Changes that are loaded at a time. */
const PAGE = 25

const useNames = (changes: ReadonlyArray<Change>, words: Words): Names => {
  const { people, store } = useBoard()
  const { columns, groups } = store.board()
  const things = new Map([...groups, ...columns].map(({ id, name }) => [id, name]))
  for (const { fields, subjectId } of changes) {
    const name = fields["name"]?.to ?? fields["name"]?.from
    if (typeof name === "string" && !things.has(subjectId)) things.set(subjectId, name)
  }
  return {
    me: store.me.id,
    people: namesOf([...people.value.values()]),
    things,
    columns,
    words
  }
}

const List = ({ changes, words }: { changes: ReadonlyArray<Change>; words: Words }) => {
  const { store } = useBoard()
  const names = useNames(changes, words)
  const undo = async (change: Change) => {
    const isUndone = await attempt(
      () => store.done((options) => api.changes.undo({ id: change.id }, options)),
      (error) => conflictText(error, names)
    )
    if (isUndone) notify(t("panel.undone"))
  }
  return (
    <ol class="history">
      {changes.map((change) => {
        const sentence = sentenceOf(change, names)
        return (
          <li key={change.id}>
            <span>
              {sentence}
              <small>
                <time dateTime={change.at}>{dateText(change.at)}</time>
              </small>
            </span>
            {mayUndo(change, store.me.id, store.role()) ? (
              <button
                type="button"
                class="plain"
                aria-label={t("panel.undoNamed", { what: sentence })}
                onClick={() => void undo(change)}
              >
                {t("action.undo")}
              </button>
            ) : null}
          </li>
        )
      })}
    </ol>
  )
}

const Changes = ({ id }: { id: string }) => {
  const changes = useSignal<ReadonlyArray<Change> | null>(null)
  const words = useSignal<Words | null>(null)
  const pages = useSignal(1)
  const shown = useSignal(1)
  const isFailed = useSignal(false)
  const load = useLoad(async () => {
    isFailed.value = false
    isFailed.value = !(await attempt(async () => {
      words.value ??= await loadWords()
      const found = new Map<string, Change>()
      // What happened meanwhile moves earlier changes to later pages, so that all pages are loaded again.
      for (let page = 1; page <= shown.value; page += 1) {
        const listed = await api.changes.listOfTask({ id, page, limit: PAGE })
        pages.value = listed.pagination.totalPages
        for (const change of listed.changes) found.set(change.id, change)
      }
      changes.value = [...found.values()]
    }))
  })
  useEffect(load, [id])
  useTaskChanges(id, load)
  if (words.value === null || changes.value === null)
    return isFailed.value ? (
      <button type="button" class="plain" onClick={load}>
        {t("action.retry")}
      </button>
    ) : (
      <p role="status">{t("panel.loading")}</p>
    )
  if (changes.value.length === 0) return <p class="nothing">{t("panel.noHistory")}</p>
  return (
    <>
      <List changes={changes.value} words={words.value} />
      {pages.value > shown.value ? (
        <button
          type="button"
          class="plain"
          onClick={() => {
            shown.value += 1
            load()
          }}
        >
          {t("panel.more")}
        </button>
      ) : null}
    </>
  )
}

/** What happened to a task, newest first; loaded when it is opened. */
export const History = ({ id }: { id: string }) => {
  const isOpen = useSignal(false)
  return (
    <details
      class="task-section"
      onToggle={({ currentTarget }) => {
        isOpen.value = currentTarget.open
      }}
    >
      <summary>
        <h3>{t("panel.history")}</h3>
      </summary>
      {isOpen.value ? <Changes id={id} /> : null}
    </details>
  )
}
