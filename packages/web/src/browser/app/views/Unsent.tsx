import { useBoard } from "../BoardContext.js"
import { dateText } from "../cells/read.js"
import { countedInPage, p } from "../text/pageTexts.js"
import { Dialog } from "../ui/Dialog.js"

const MOST_NAMES = 10

/** Asks about changes that were made over a day ago and never sent. Where nothing is chosen it asks at the next visit. */
export const Unsent = () => {
  const { isUnsentClosed, store } = useBoard()
  const close = (): void => {
    isUnsentClosed.value = true
  }
  const changes = store.overdue()
  const names = [
    ...new Set(
      // A task that is gone has no name.
      changes.map(({ madeAt, name }) => [name, dateText(new Date(madeAt).toISOString())].filter(Boolean).join(", "))
    )
  ]
  if (isUnsentClosed.value) return null
  return (
    <Dialog title={p("unsent.title")} close={close}>
      <p>{countedInPage("unsent.text", changes.length)}</p>
      <ul>
        {names.slice(0, MOST_NAMES).map((name) => (
          <li key={name} dir="auto">
            {name}
          </li>
        ))}
        {names.length > MOST_NAMES ? <li>…</li> : null}
      </ul>
      <p class="sheet-actions">
        <button type="button" class="button quiet" onClick={() => store.decideOverdue("discard")}>
          {p("unsent.discard")}
        </button>
        <button type="button" class="button" onClick={() => store.decideOverdue("send")}>
          {p("unsent.send")}
        </button>
      </p>
    </Dialog>
  )
}
