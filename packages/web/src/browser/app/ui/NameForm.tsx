import { useSignal } from "@preact/signals"
import { useId, useRef } from "preact/hooks"
import { t } from "../text/texts.js"

const MOST = 255

/** A field for one name with a button that stores it. */
export const NameForm = ({
  done,
  label,
  save,
  value
}: {
  label: string
  value: string
  /** False if it is refused, which is shown already. */
  save: (name: string) => Promise<boolean>
  done: () => void
}) => {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const isBusy = useSignal(false)
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (isBusy.value) return
    isBusy.value = true
    const name = input.current?.value.trim() ?? ""
    const isStored = name === "" || name === value || (await save(name))
    isBusy.value = false
    if (!isStored) return
    if (input.current !== null) input.current.value = value
    done()
  }
  return (
    <form class="name-form" onSubmit={submit}>
      <label for={id}>{label}</label>
      <div class="with-button">
        <input
          ref={input}
          id={id}
          type="text"
          required
          maxLength={MOST}
          defaultValue={value}
          autoComplete="off"
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <button type="submit" class="button" aria-busy={isBusy.value}>
          {t("action.save")}
        </button>
      </div>
    </form>
  )
}
