import { useState } from "preact/hooks"
import { useBoard } from "../BoardContext.js"
import { countedInPage, p } from "../text/pageTexts.js"
import { Dialog } from "../ui/Dialog.js"

/** Asks about changes that were made over a day ago and never sent. Where nothing is chosen it asks at the next visit. */
export const Unsent = () => {
  const { store } = useBoard()
  const [isClosed, setClosed] = useState(false)
  const count = store.overdue()
  if (isClosed) return null
  return (
    <Dialog title={p("unsent.title")} close={() => setClosed(true)}>
      <p>{countedInPage("unsent.text", count)}</p>
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
