import { signal } from "@preact/signals"
import { t } from "../text/texts.js"
import { Dialog } from "./Dialog.js"

interface Question {
  readonly title: string
  readonly text: string
  /** The text of the button that does it. */
  readonly act: string
  readonly answer: (isConfirmed: boolean) => void
}

const asked = signal<Question | null>(null)

/** Asks before something is done that is not easily taken back. */
export const confirm = (question: Omit<Question, "answer">): Promise<boolean> =>
  new Promise((resolve) => {
    asked.value = {
      ...question,
      answer: (isConfirmed) => {
        asked.value = null
        resolve(isConfirmed)
      }
    }
  })

/** The dialog of `confirm`. */
export const Confirmation = () => {
  const question = asked.value
  if (question === null) return null
  const { act, answer, text, title } = question
  return (
    <Dialog title={title} close={() => answer(false)}>
      <p>{text}</p>
      <p class="sheet-actions">
        <button type="button" class="button quiet" onClick={() => answer(false)}>
          {t("action.cancel")}
        </button>
        <button type="button" class="button danger" onClick={() => answer(true)}>
          {act}
        </button>
      </p>
    </Dialog>
  )
}
