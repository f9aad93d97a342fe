import { t } from "../text/texts.js"
import type { BoardStore } from "./BoardStore.js"
import { notify } from "./notices.js"

/** Says that tasks were removed, with a button that takes it back, until they are there again. */
export const sayRemoved = (store: BoardStore, ids: ReadonlyArray<string>, text: string): void =>
  notify(text, {
    action: { text: t("action.undo"), run: () => void store.undoRemove(ids) },
    isOver: () => ids.some((id) => store.tasks().has(store.idOf(id)))
  })
