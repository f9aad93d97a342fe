import { BoardwrightClientError } from "@boardwright/client"
import { type Signal, signal } from "@preact/signals"
import { api, reasonOf, renewing } from "../api.js"
import { t } from "../text/texts.js"
import { forgetOldest } from "./forgetOldest.js"
import { notify } from "./notices.js"

/** Changes, batches and requests that are remembered. */
const MOST = 100
/** Changes of the user among which that of a request is looked for. */
const LOOKED_THROUGH = 100

export interface HistoryOptions {
  readonly userId: string
  readonly boardId: string
  /** The names of groups and columns, by id. */
  readonly things: () => ReadonlyMap<string, string>
  /** Called after something was undone or redone. */
  readonly undone: () => void
}

/** What this tab has done, to undo and redo it: the ids of changes, of batches and of requests. */
export const createHistory = ({ boardId, things, undone, userId }: HistoryOptions) => {
  const undoable = signal<ReadonlyArray<string>>([])
  const redoable = signal<ReadonlyArray<string>>([])
  /** What is known by its request. */
  const requests = new Set<string>()
  /** Changes that the stream told of, by their requests. */
  const ofRequests = new Map<string, string>()
  const add = (id: string): void => {
    undoable.value = [...undoable.value, id].slice(-MOST)
    redoable.value = []
  }
  /** The id of what was done, a batch if it made several changes. One of a request that changed nothing names none. */
  const changeOf = async (id: string): Promise<string> => {
    const heard = ofRequests.get(id)
    if (!requests.has(id) || heard !== undefined) return heard ?? id
    const mine = { id: boardId, actor: userId, limit: LOOKED_THROUGH }
    const { changes } = await renewing(() => api.changes.listOfBoard(mine))
    const found = changes.find(({ requestId }) => requestId === id)
    return found?.batchId ?? found?.id ?? id
  }
  /** Why something cannot be taken back. */
  const reasonToStay = async (error: unknown): Promise<string> => {
    if (!(error instanceof BoardwrightClientError)) return reasonOf(error)
    if (error.status === 400) return t("undo.never")
    if (error.code !== "UndoConflict") return reasonOf(error)
    const { conflictText, loadWords } = await import("../changeTexts.js")
    return conflictText(error, { things: things(), words: await loadWords() })
  }
  const takeBack = async (
    from: Signal<ReadonlyArray<string>>,
    to: Signal<ReadonlyArray<string>>,
    id = from.value.at(-1)
  ): Promise<void> => {
    if (id === undefined) return
    const isLast = from.value.at(-1) === id
    from.value = from.value.filter((each) => each !== id)
    try {
      const change = { id: await changeOf(id) }
      const { changes } = await renewing(() => api.changes.undo(change))
      const made = changes[0]?.batchId ?? null
      if (made !== null) to.value = [...to.value, made]
      undone()
    } catch (error) {
      const { code, status } = error instanceof BoardwrightClientError ? error : { code: null, status: 500 }
      // What changed nothing is in no record.
      if (code === "ChangeNotFound" && isLast && from.value.length > 0) return takeBack(from, to)
      if (status === null || status === 401 || status === 429 || status >= 500) from.value = [...from.value, id]
      notify(await reasonToStay(error), { tone: "bad" })
    }
  }
  return {
    /** A change or a batch of them was made. */
    add,
    /** The same, by the id of its request: the stream may tell of the change before or after the response comes. */
    addRequest: (requestId: string): void => {
      requests.add(requestId)
      forgetOldest(requests, MOST)
      add(requestId)
    },
    /** The stream told of a change or a batch that the user made, here or elsewhere. */
    heard: (requestId: string, changeId: string): void => {
      ofRequests.set(requestId, changeId)
      forgetOldest(ofRequests, MOST)
    },
    /** Takes back the last change, or that with the id. */
    undo: (id?: string) => takeBack(undoable, redoable, id),
    redo: () => takeBack(redoable, undoable),
    canUndo: (): boolean => undoable.value.length > 0,
    canRedo: (): boolean => redoable.value.length > 0
  }
}
