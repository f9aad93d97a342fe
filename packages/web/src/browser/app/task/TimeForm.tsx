import { useSignal } from "@preact/signals"
import { useLayoutEffect, useRef } from "preact/hooks"
import { t } from "../text/texts.js"
import { durationText, enteredMinutes } from "./duration.js"
import { focusAgain } from "./focusOn.js"

/** A duration and what it was for. */
export const TimeForm = ({
  cancel,
  entry,
  save
}: {
  /** The entry that is edited; none for a new one. */
  entry?: { readonly duration: number; readonly description: string }
  /** Resolves to whether it is stored. */
  save: (entry: { readonly duration: number; readonly description: string }) => Promise<boolean>
  cancel?: () => void
}) => {
  const form = useRef<HTMLFormElement>(null)
  const isWrong = useSignal(false)
  useLayoutEffect(() => {
    if (cancel !== undefined) form.current?.querySelector("input")?.select()
  }, [])
  const submit = async (event: Event) => {
    event.preventDefault()
    const [time, what] = form.current?.querySelectorAll("input") ?? []
    if (time === undefined || what === undefined) return
    const minutes = enteredMinutes(time.value, entry?.duration ?? null)
    isWrong.value = minutes === null
    if (minutes === null) return time.focus()
    const entered = [time.value, what.value]
    if (!(await save({ duration: minutes, description: what.value.trim() }))) return
    // The next entry may have been begun.
    if (time.value !== entered[0] || what.value !== entered[1]) return
    time.value = ""
    what.value = ""
    focusAgain(() => time, form.current)
  }
  return (
    <form
      ref={form}
      class="time-form"
      onSubmit={(event) => void submit(event)}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || cancel === undefined) return
        event.preventDefault()
        cancel()
      }}
    >
      <label>
        {t("panel.duration")}
        <input
          type="text"
          defaultValue={entry === undefined ? "" : durationText(entry.duration)}
          placeholder="1h 30m"
          aria-invalid={isWrong.value}
        />
      </label>
      <label>
        {t("panel.timeFor")}
        <input type="text" defaultValue={entry?.description ?? ""} />
      </label>
      <button type="submit" class="button quiet">
        {cancel === undefined ? t("panel.logTime") : t("action.save")}
      </button>
      {cancel === undefined ? null : (
        <button type="button" class="button quiet" onClick={cancel}>
          {t("action.cancel")}
        </button>
      )}
      {isWrong.value ? (
        <p class="warning" role="alert">
          {t("panel.durationRule")}
        </p>
      ) : null}
    </form>
  )
}
