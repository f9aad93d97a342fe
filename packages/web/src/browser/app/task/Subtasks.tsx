import type { CallOptions, Subtask, TaskDetails } from "@boardwright/client"
import { useSignal } from "@preact/signals"
import { useEffect, useLayoutEffect, useRef } from "preact/hooks"
import { api } from "../api.js"
import { useBoard } from "../BoardContext.js"
import { t } from "../text/texts.js"
import { attempt, useKey } from "../attempt.js"
import { storeDraft, useDraft } from "../store/drafts.js"
import { focusAgain } from "./focusOn.js"
import { SubtaskLine } from "./SubtaskLine.js"
import { offerUndo } from "./undoDeletion.js"
import { useLoad, useTaskChanges, wholeList } from "./useTask.js"

/** Subtasks that are loaded. */
const MOST = 1000

/** The subtasks of a task: what changes is shown at once, and as it was if it cannot be stored. */
export const Subtasks = ({ details, id }: { details: TaskDetails; id: string }) => {
  const { canEdit, store } = useBoard()
  const whole = wholeList(details, "subtasks", MOST)
  const subtasks = useSignal<ReadonlyArray<Subtask>>(whole ?? [])
  const said = useSignal("")
  const dragged = useSignal<string | null>(null)
  const draftKey = `${store.me.id}.${id}.subtask`
  const draft = useDraft(draftKey)
  const key = useKey()
  const list = useRef<HTMLOListElement>(null)
  /** Changes are sent one after another, in the order in which they are made. */
  const last = useRef<Promise<unknown>>(Promise.resolve())
  const unsent = useRef(0)
  const focus = useRef<HTMLElement | null>(null)
  // A line that moves in the document loses the focus.
  useLayoutEffect(() => {
    focus.current?.focus()
    focus.current = null
  })
  const load = useLoad(async () => {
    if (unsent.current > 0) return
    await attempt(async () => {
      const listed = await api.tasks.listSubtasks({ id, limit: MOST })
      if (unsent.current === 0) subtasks.value = listed.subtasks
    })
  })
  useEffect(() => {
    if (whole === null) load()
  }, [id])
  useTaskChanges(id, (change) => {
    if (change === null || change.type.startsWith("subtask.")) load()
  })
  const change = async (
    next: ReadonlyArray<Subtask>,
    call: (options: CallOptions) => Promise<unknown>
  ): Promise<boolean> => {
    subtasks.value = next
    unsent.current += 1
    const sent = last.current.then(() => attempt(() => store.done(call)))
    last.current = sent
    const isDone = await sent
    unsent.current -= 1
    load()
    return isDone
  }
  const patch = (subtask: Subtask, fields: { name?: string; completed?: boolean }) =>
    change(
      subtasks.value.map((each) => (each.id === subtask.id ? { ...each, ...fields } : each)),
      (options) => api.tasks.updateSubtask({ taskId: id, subtaskId: subtask.id, ...fields }, options)
    )
  /** Moves a subtask to a place of the list without it. */
  const place = (subtaskId: string, to: number) => {
    const subtask = subtasks.value.find((each) => each.id === subtaskId)
    const rest = subtasks.value.filter((each) => each.id !== subtaskId)
    if (subtask === undefined || to < 0 || to > rest.length) return
    const focused = document.activeElement
    if (focused instanceof HTMLElement && list.current?.contains(focused) === true) focus.current = focused
    const beforeSubtaskId = rest[to]?.id ?? null
    void change(rest.toSpliced(to, 0, subtask), (options) =>
      api.tasks.updateSubtask({ taskId: id, subtaskId, beforeSubtaskId }, options)
    )
    said.value = t("panel.movedTo", { name: subtask.name, n: to + 1, of: rest.length + 1 })
  }
  const remove = async (subtask: Subtask, at: number) => {
    const removed = change(
      subtasks.value.filter((each) => each.id !== subtask.id),
      (options) => api.tasks.deleteSubtask({ taskId: id, subtaskId: subtask.id }, options)
    )
    focusAgain(() => {
      const next = list.current?.children[Math.min(at, subtasks.value.length - 1)]
      return next?.querySelector("input") ?? document.getElementById("new-subtask")
    })
    if (await removed)
      offerUndo(store, id, "subtask.deleted", subtask.id, () => subtasks.value.some((each) => each.id === subtask.id))
  }
  const add = async () => {
    const name = (draft.value ?? "").trim()
    if (name === "") return
    // The next name can be typed at once.
    draft.value = null
    const sent = last.current.then(() =>
      attempt(async () => {
        const { subtask } = await store.done((options) =>
          api.tasks.addSubtask({ id, name }, { ...options, idempotencyKey: key.keyOf(name) })
        )
        if (!subtasks.value.some((each) => each.id === subtask.id)) subtasks.value = [...subtasks.value, subtask]
      })
    )
    last.current = sent
    const isDone = await sent
    if (isDone) return key.forget()
    draft.value = [name, draft.value].filter(Boolean).join(" ")
    // The panel may be closed by now.
    storeDraft(draftKey, draft.value)
  }
  const done = subtasks.value.filter(({ completed }) => completed).length
  const { length } = subtasks.value
  if (length === 0 && !canEdit.value) return null
  return (
    <section class="task-section" aria-labelledby="task-subtasks">
      <h3 id="task-subtasks">{t("panel.subtasks")}</h3>
      {length === 0 ? null : (
        <p class="progress">
          <progress value={done} max={length} aria-labelledby="task-subtasks" />
          <span>{t("task.subtasksDone", { done, n: length })}</span>
        </p>
      )}
      <ol class="subtasks" ref={list}>
        {subtasks.value.map((subtask, at) => (
          <SubtaskLine
            key={subtask.id}
            subtask={subtask}
            patch={(fields) => void patch(subtask, fields)}
            remove={() => void remove(subtask, at)}
            move={(by) => place(subtask.id, at + by)}
            drag={() => {
              dragged.value = subtask.id
            }}
            drop={() => {
              if (dragged.value !== null && dragged.value !== subtask.id) place(dragged.value, at)
              dragged.value = null
            }}
          />
        ))}
      </ol>
      <span class="visually-hidden" role="status">
        {said.value}
      </span>
      {canEdit.value ? (
        <input
          id="new-subtask"
          type="text"
          class="line-input"
          value={draft.value ?? ""}
          placeholder={t("panel.addSubtask")}
          aria-label={t("panel.addSubtask")}
          onInput={({ currentTarget }) => {
            draft.value = currentTarget.value
          }}
          onKeyDown={(event) => {
            if (event.key === "Enter" && !event.isComposing) void add()
          }}
        />
      ) : null}
    </section>
  )
}
