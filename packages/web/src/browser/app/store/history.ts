import { type Signal, signal } from "@preact/signals"
import { api, reasonOf, renewing } from "../api.js"
import { notify } from "./notices.js"

/** Batches that are remembered. */
const MOST = 100

/** What this tab has done, to undo and redo it. `undone` is called after either. */
export const createHistory = (undone: () => void) => {
  const undoable = signal<ReadonlyArray<string>>([])
  const redoable = signal<ReadonlyArray<string>>([])
  const takeBack = async (from: Signal<ReadonlyArray<string>>, to: Signal<ReadonlyArray<string>>): Promise<void> => {
    const batchId = from.value.at(-1)
    if (batchId === undefined) return
    from.value = from.value.slice(0, -1)
    try {
      const { changes } = await renewing(() => api.changes.undo({ id: batchId }))
      const made = changes[0]?.batchId ?? null
      if (made !== null) to.value = [...to.value, made]
      undone()
    } catch (error) {
      notify(reasonOf(error), { tone: "bad" })
    }
  }
  return {
    /** A batch of changes was made. */
    add: (batchId: string): void => {
      undoable.value = [...undoable.value, batchId].slice(-MOST)
      redoable.value = []
    },
    undo: () => takeBack(undoable, redoable),
    redo: () => takeBack(redoable, undoable),
    canUndo: (): boolean => undoable.value.length > 0,
    canRedo: (): boolean => redoable.value.length > 0
  }
}
