import type { TaskDetails } from "@boardwright/client"
import { type Signal, useSignal, useSignalEffect } from "@preact/signals"
import { useLayoutEffect, useRef } from "preact/hooks"
import { ruleText } from "../../text/refusals.js"
import { useBoard } from "../BoardContext.js"
import { conflicts, notify, refusedDescription } from "../store/notices.js"
import { t } from "../text/texts.js"
import { useDraft } from "../store/drafts.js"
import { MarkdownText } from "./MarkdownText.js"
import { useTaskChanges } from "./useTask.js"
import { focusAgain } from "./focusOn.js"

/** Most characters of a description. */
const MOST = 65_535

/** What both wrote while the other did too. */
const Conflict = ({
  done,
  keep,
  mine,
  theirs
}: {
  mine: string
  theirs: string
  done: () => void
  keep: () => void
}) => (
  <div class="conflict" role="alert">
    <p>{t("panel.conflict")}</p>
    <h4>{t("panel.conflictMine")}</h4>
    <pre>{mine}</pre>
    <h4>{t("panel.conflictTheirs")}</h4>
    <pre>{theirs}</pre>
    <p class="buttons">
      <button
        type="button"
        class="button"
        onClick={() => {
          done()
          keep()
        }}
      >
        {t("panel.keepMine")}
      </button>
      <button type="button" class="button quiet" onClick={done}>
        {t("panel.keepTheirs")}
      </button>
    </p>
  </div>
)

const Writing = ({
  base,
  draft,
  end,
  save
}: {
  base: string
  draft: Signal<string | null>
  end: () => void
  save: (text: string) => void
}) => {
  const isPreview = useSignal(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const text = draft.value ?? base
  useLayoutEffect(() => field.current?.focus(), [isPreview.value])
  const finish = () => {
    if (text === base) return end()
    if ([...text].length <= MOST) return save(text)
    const rule = ruleText(`must have at most ${MOST} characters`)
    notify(`${t("panel.description")}: ${rule}`, { tone: "bad" })
  }
  return (
    <div class="writing">
      {isPreview.value ? (
        <MarkdownText text={text} />
      ) : (
        <textarea
          ref={field}
          rows={8}
          value={text}
          aria-labelledby="task-description"
          aria-describedby="task-description-hint"
          onInput={({ currentTarget }) => {
            draft.value = currentTarget.value
          }}
          onKeyDown={(event) => {
            if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) finish()
          }}
        />
      )}
      <p class="hint" id="task-description-hint">
        {t("panel.markdown")}
      </p>
      <p class="buttons">
        <button type="button" class="button" onClick={finish}>
          {t("action.save")}
        </button>
        <button
          type="button"
          class="button quiet"
          aria-pressed={isPreview.value}
          onClick={() => {
            isPreview.value = !isPreview.value
          }}
        >
          {t("panel.preview")}
        </button>
        <button type="button" class="button quiet" onClick={end}>
          {t("action.cancel")}
        </button>
      </p>
    </div>
  )
}

/** The description of a task. A draft has the text that it began with, so that nobody else's change is written over. */
export const Description = ({ details, id }: { id: string; details: Signal<TaskDetails | null> }) => {
  const { canEdit, store } = useBoard()
  const draft = useDraft(`${store.me.id}.${id}.description`)
  const base = useDraft(`${store.me.id}.${id}.description.base`)
  /** What is saved here and not heard of yet. */
  const saved = useSignal<string | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  /** What could not be saved, until the user has chosen. */
  const refused = useDraft(`${store.me.id}.${id}.description.refused`)
  const conflict = conflicts.value.find(
    ({ deleted, field, taskId }) => taskId === id && field === "description" && deleted === undefined
  )
  const text = (conflict === undefined ? saved.value : null) ?? details.value?.description ?? ""

  useLayoutEffect(() => {
    if (conflict !== undefined) refused.value = String(conflict.mine)
  }, [conflict])
  const mine = conflict === undefined ? refused.value : String(conflict.mine)
  const theirs = conflict === undefined ? text : String(conflict.theirs ?? "")

  useSignalEffect(() => {
    const found = refusedDescription.value
    if (found?.taskId !== id) return
    refused.value = found.text
    saved.value = null
    refusedDescription.value = null
  })
  useTaskChanges(id, (change) => {
    // A time entry has a field of this name too.
    const to = change?.type.startsWith("task.") === true ? change.fields["description"]?.to : undefined
    if (typeof to !== "string" || details.value === null) return
    saved.value = null
    details.value = { ...details.value, description: to }
  })
  const end = () => {
    draft.value = null
    base.value = null
    focusAgain(() => button.current)
  }
  const save = (next: string, seen: string) => {
    store.update([id], { description: next }, { description: seen })
    saved.value = next
    refused.value = null
  }
  const settle = () => {
    conflicts.value = conflicts.value.filter((each) => each !== conflict)
    saved.value = null
    refused.value = null
  }
  const isWriting = canEdit.value && base.value !== null
  return (
    <section class="task-section" aria-labelledby="task-description">
      <div class="section-head">
        <h3 id="task-description">{t("panel.description")}</h3>
        {canEdit.value && !isWriting ? (
          <button
            ref={button}
            type="button"
            class="plain"
            aria-describedby="task-description"
            onClick={() => {
              base.value = text
            }}
          >
            {t("action.edit")}
          </button>
        ) : null}
      </div>
      {mine === null ? null : <Conflict mine={mine} theirs={theirs} done={settle} keep={() => save(mine, theirs)} />}
      {isWriting ? (
        <Writing
          base={base.value ?? ""}
          draft={draft}
          end={end}
          save={(next) => {
            save(next, base.value ?? "")
            end()
          }}
        />
      ) : text === "" ? (
        <p class="nothing">{t("panel.noDescription")}</p>
      ) : (
        <MarkdownText text={text} />
      )}
    </section>
  )
}
