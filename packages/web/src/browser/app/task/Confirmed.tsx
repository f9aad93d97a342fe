import { useSignal } from "@preact/signals"
import { useLayoutEffect, useRef } from "preact/hooks"
import { t } from "../text/texts.js"

/** A button that asks once more, in its place, before it does what cannot be undone. */
export const Confirmed = ({ confirm, label, run }: { label: string; confirm: string; run: () => void }) => {
  const isAsking = useSignal(false)
  const root = useRef<HTMLSpanElement>(null)
  const wantsFocus = useRef(false)
  const ask = (next: boolean) => {
    isAsking.value = next
    wantsFocus.current = true
  }
  // Before the next key, so that it is not lost.
  useLayoutEffect(() => {
    if (wantsFocus.current) root.current?.querySelector("button")?.focus()
    wantsFocus.current = false
  })
  return (
    <span
      ref={root}
      class="confirmed"
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !isAsking.value) return
        event.preventDefault()
        ask(false)
      }}
    >
      {isAsking.value ? (
        <>
          <button type="button" class="plain bad" onClick={run}>
            {confirm}
          </button>
          <button type="button" class="plain" onClick={() => ask(false)}>
            {t("action.cancel")}
          </button>
        </>
      ) : (
        <button type="button" class="plain" aria-label={label} onClick={() => ask(true)}>
          {t("action.delete")}
        </button>
      )}
    </span>
  )
}
