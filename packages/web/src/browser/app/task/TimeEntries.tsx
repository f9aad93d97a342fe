import type { TaskDetails, TimeEntry } from "@boardwright/client"
import { useSignal } from "@preact/signals"
import { useEffect, useRef } from "preact/hooks"
import { api } from "../api.js"
import { useBoard } from "../BoardContext.js"
import { dateText } from "../cells/read.js"
import { nameOf } from "../cells/Value.js"
import { t } from "../text/texts.js"
import { attempt, useKey } from "../attempt.js"
import { durationText } from "./duration.js"
import { focusAgain, focusOn } from "./focusOn.js"
import { TimeForm } from "./TimeForm.js"
import { offerUndo } from "./undoDeletion.js"
import { useLoad, useTaskChanges, wholeList } from "./useTask.js"

const Entry = ({
  drop,
  entry,
  isListed,
  load
}: {
  entry: TimeEntry
  load: () => void
  /** Takes it from the list. */
  drop: () => void
  isListed: () => boolean
}) => {
  const { canEdit, people, store } = useBoard()
  const isEditing = useSignal(false)
  const { description, duration, id: entryId, taskId } = entry
  const what = durationText(duration)
  const button = useRef<HTMLButtonElement>(null)
  const end = () => {
    isEditing.value = false
    focusAgain(() => button.current)
  }
  if (isEditing.value)
    return (
      <li>
        <TimeForm
          entry={entry}
          cancel={end}
          save={async (fields) => {
            const isDone = await attempt(() =>
              store.done((options) => api.tasks.updateTimeEntry({ taskId, entryId, ...fields }, options))
            )
            if (isDone) {
              end()
              load()
            }
            return isDone
          }}
        />
      </li>
    )
  return (
    <li class="time-entry">
      <span>
        <strong>{what}</strong> {description}
        <small>
          {nameOf(people.value, entry.userId)} · <time dateTime={entry.createdAt}>{dateText(entry.createdAt)}</time>
        </small>
      </span>
      {canEdit.value ? (
        <span>
          <button
            ref={button}
            type="button"
            class="plain"
            aria-label={t("panel.editTime", { duration: what })}
            onClick={() => {
              isEditing.value = true
            }}
          >
            {t("action.edit")}
          </button>
          <button
            type="button"
            class="plain"
            aria-label={t("panel.deleteNamed", { name: what })}
            onClick={async ({ currentTarget }) => {
              const isDone = await attempt(() =>
                store.done((options) => api.tasks.deleteTimeEntry({ taskId, entryId }, options))
              )
              if (isDone) {
                drop()
                offerUndo(store, taskId, "timeEntry.deleted", entryId, isListed)
                focusOn("task-time", currentTarget)
              }
              load()
            }}
          >
            ×
          </button>
        </span>
      ) : null}
    </li>
  )
}

/** Entries that are loaded at a time. */
const PAGE = 200

/** How long people worked on a task; the app counts in minutes. */
export const TimeEntries = ({ details, id, minutes }: { details: TaskDetails; id: string; minutes: number }) => {
  const { canEdit, store } = useBoard()
  const whole = wholeList(details, "timeEntries", PAGE)
  const entries = useSignal<ReadonlyArray<TimeEntry>>(whole ?? [])
  const pages = useSignal(1)
  const shownPages = useSignal(1)
  const key = useKey()
  const load = useLoad(async () => {
    await attempt(async () => {
      const found: Array<TimeEntry> = []
      for (let page = 1; page <= shownPages.value; page += 1) {
        const listed = await api.tasks.listTimeEntries({ id, page, limit: PAGE })
        found.push(...listed.timeEntries)
        pages.value = listed.pagination.totalPages
      }
      entries.value = found
    })
  })
  useEffect(() => {
    if (whole === null) load()
  }, [id])
  useTaskChanges(id, (change) => {
    if (change === null || change.type.startsWith("timeEntry.")) load()
  })
  if (entries.value.length === 0 && !canEdit.value) return null
  return (
    <section class="task-section" aria-labelledby="task-time">
      <div class="section-head">
        <h3 id="task-time" tabIndex={-1}>
          {t("panel.time")}
        </h3>
        {entries.value.length === 0 ? null : (
          <span class="sum">{t("panel.timeSum", { duration: durationText(minutes) })}</span>
        )}
      </div>
      <ol class="time-entries">
        {entries.value.map((entry) => (
          <Entry
            key={entry.id}
            entry={entry}
            load={load}
            isListed={() => entries.value.some(({ id }) => id === entry.id)}
            drop={() => {
              entries.value = entries.value.filter(({ id }) => id !== entry.id)
            }}
          />
        ))}
      </ol>
      {pages.value > shownPages.value ? (
        <button
          type="button"
          class="plain"
          onClick={() => {
            shownPages.value += 1
            load()
          }}
        >
          {t("panel.more")}
        </button>
      ) : null}
      {canEdit.value ? (
        <TimeForm
          save={async (fields) => {
            const idempotencyKey = key.keyOf(JSON.stringify(fields))
            const isDone = await attempt(() =>
              store.done((options) => api.tasks.addTimeEntry({ id, ...fields }, { ...options, idempotencyKey }))
            )
            if (isDone) {
              key.forget()
              load()
            }
            return isDone
          }}
        />
      ) : null}
    </section>
  )
}
