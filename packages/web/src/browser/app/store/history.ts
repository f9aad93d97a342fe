import { BoardwrightClientError } from "@boardwright/client"
import { type Signal, signal } from "@preact/signals"
import { api, reasonOf, renewing } from "../api.js"
import { forgetOldest } from "./forgetOldest.js"
import { notify } from "./notices.js"
import { pause } from "./pause.js"

/** Changes, batches and requests that are remembered. */
const MOST = 100
/** How long to wait for the stream to tell of a request: one that changed nothing is never heard of. */
const HEARD_MILLIS = 4_000

/** What this tab has done, to undo and redo it: the ids of changes and of batches. `undone` is called after either. */
export const createHistory = (undone: () => void) => {
  const undoable = signal<ReadonlyArray<string>>([])
  const redoable = signal<ReadonlyArray<string>>([])
  /** Requests whose change the stream has not told of, and what to call when it has. */
  const requests = new Map<string, () => void>()
  /** Changes that the stream told of, by their requests. */
  const ofRequests = new Map<string, string>()
  const add = (id: string): void => {
    undoable.value = [...undoable.value, id].slice(-MOST)
    redoable.value = []
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
      const { changes } = await renewing(() => api.changes.undo({ id }))
      const made = changes[0]?.batchId ?? null
      if (made !== null) to.value = [...to.value, made]
      undone()
    } catch (error) {
      const { message, status } = error instanceof BoardwrightClientError ? error : { message: "", status: 500 }
      // What changed nothing is in no record.
      if (message === "Change not found" && isLast && from.value.length > 0) return takeBack(from, to)
      if (status === null || status === 401 || status === 429 || status >= 500) from.value = [...from.value, id]
      notify(reasonOf(error), { tone: "bad" })
    }
  }
  return {
    /** A change or a batch of them was made. */
    add,
    /**
     * The same, by the id of its request: the stream may tell of the change before or after the response comes. Ends when the
     * change is known, or after some seconds.
     */
    addRequest: async (requestId: string): Promise<void> => {
      const known = ofRequests.get(requestId)
      if (known !== undefined) return add(known)
      const isHeard = new Promise<void>((resolve) => requests.set(requestId, resolve))
      forgetOldest(requests, MOST)
      await Promise.race([isHeard, pause(HEARD_MILLIS)])
    },
    /** The stream told of a change that the user made, here or elsewhere. */
    heard: (requestId: string, changeId: string): void => {
      const tell = requests.get(requestId)
      if (tell !== undefined) {
        requests.delete(requestId)
        add(changeId)
        return tell()
      }
      ofRequests.set(requestId, changeId)
      forgetOldest(ofRequests, MOST)
    },
    /** Takes back the last change, or the batch with the id. */
    undo: (id?: string) => takeBack(undoable, redoable, id),
    redo: () => takeBack(redoable, undoable),
    canUndo: (): boolean => undoable.value.length > 0,
    canRedo: (): boolean => redoable.value.length > 0
  }
}
