import { BoardwrightClientError } from "@boardwright/client"
import { effect, type Signal, signal } from "@preact/signals"
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

type Step = ReadonlyArray<string>

/** What a tab has stored under a name; nothing where it is not what was stored. */
const storedIn = (name: string): Readonly<Partial<Record<"undoable" | "redoable" | "requests", unknown>>> => {
  try {
    return Object(JSON.parse(sessionStorage.getItem(name) ?? "{}"))
  } catch {
    return {}
  }
}
const listOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])
const stepsOf = (value: unknown): ReadonlyArray<Step> =>
  listOf(value)
    .map((step) => listOf(step).map(String))
    .filter((step) => step.length > 0)

/** What this tab has done, to undo and redo it, also after a reload: the ids of changes, of batches and of requests. */
export const createHistory = ({ boardId, things, undone, userId }: HistoryOptions) => {
  const name = `boardwright.done.${userId}.${boardId}`
  const stored = storedIn(name)
  /** Each step has the ids of what it made, the last one last. */
  const undoable = signal(stepsOf(stored.undoable))
  const redoable = signal(stepsOf(stored.redoable))
  /** What is known by its request. */
  const requests = new Set(listOf(stored.requests).map(String))
  effect(() => {
    const done = { undoable: undoable.value, redoable: redoable.value, requests: [...requests] }
    try {
      sessionStorage.setItem(name, JSON.stringify(done))
    } catch {
      // The browser has no space left: it can be undone until the page is reloaded.
    }
  })
  /** Changes that the stream told of, by their requests. */
  const ofRequests = new Map<string, string>()
  /** When what was done in this visit was begun: the answers may come in another order. */
  const begun = new Map<string, number>()
  const begunAt = (step: Step): number => begun.get(step.at(-1) ?? "") ?? 0
  const note = (id: string, at = Date.now()): void => {
    begun.set(id, at)
    forgetOldest(begun, MOST)
  }
  /** What the last of `undoable` is of, if more may follow. */
  let open: string | undefined
  const add = (id: string, step?: string, at?: number): void => {
    const last = step !== undefined && step === open ? (undoable.value.at(-1) ?? []) : []
    const earlier = last.length === 0 ? undoable.value : undoable.value.slice(0, -1)
    note(id, at)
    undoable.value = [...earlier, [...last, id]].toSorted((one, other) => begunAt(one) - begunAt(other)).slice(-MOST)
    redoable.value = []
    open = undoable.value.at(-1)?.at(-1) === id ? step : undefined
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
  /** Takes back what was made, the last first. Returns what that made, and what is left where it stops. */
  const takeBackEach = async (ids: Step) => {
    const made: Array<string> = []
    const left = [...ids]
    let isDone = false
    let missing: unknown
    for (let id = left.at(-1); id !== undefined; id = left.at(-1)) {
      try {
        const { changes } = await renewing(async () => api.changes.undo({ id: await changeOf(id ?? "") }))
        const batchId = changes[0]?.batchId ?? null
        isDone = true
        // A deleted comment stays deleted.
        if (batchId !== null && !changes.some(({ type }) => type === "comment.deleted")) {
          made.push(batchId)
          note(batchId)
        }
      } catch (error) {
        const { code, status } = error instanceof BoardwrightClientError ? error : { code: null, status: 500 }
        if (status === null || status === 401 || status === 429 || status >= 500) return { made, left, isDone, error }
        // What changed nothing is in no record.
        if (code !== "ChangeNotFound") return { made, left: left.slice(0, -1), isDone, error }
        missing = error
      }
      left.pop()
    }
    return { made, left, isDone, error: isDone ? undefined : missing }
  }
  const takeBack = async (
    from: Signal<ReadonlyArray<Step>>,
    to: Signal<ReadonlyArray<Step>>,
    only?: string
  ): Promise<void> => {
    const last = from.value.at(-1) ?? []
    const ids = only === undefined ? last : [only]
    if (ids.length === 0) return
    const isLast = ids.every((id) => last.includes(id))
    open = undefined
    from.value = from.value.map((step) => step.filter((id) => !ids.includes(id))).filter((step) => step.length > 0)
    const { error, isDone, left, made } = await takeBackEach(ids)
    if (left.length > 0) from.value = [...from.value, left]
    if (made.length > 0) to.value = [...to.value, made]
    if (isDone) undone()
    if (error === undefined) return
    const isMissing = error instanceof BoardwrightClientError && error.code === "ChangeNotFound"
    if (isMissing && isLast && from.value.length > 0) return takeBack(from, to)
    notify(await reasonToStay(error), { tone: "bad" })
  }
  return {
    /** A change or a batch of them was made, which began `at` a time. Those of one `step`, one after another, are undone together. */
    add,
    /** The same, by the id of its request: the stream may tell of the change before or after the response comes. */
    addRequest: (requestId: string, at?: number): void => {
      requests.add(requestId)
      forgetOldest(requests, MOST)
      add(requestId, undefined, at)
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
