import { effect, signal } from "@preact/signals"
import { t } from "../text/texts.js"

/** A message at the edge of the window. */
export interface Notice {
  readonly id: number
  readonly text: string
  readonly tone: "info" | "bad"
  readonly action?: { readonly text: string; readonly run: () => void } | undefined
}

export const notices = signal<ReadonlyArray<Notice>>([])
let last = 0

const SECONDS = 8
/** For one with a button, which has to be reached by keyboard. */
const SECONDS_TO_ACT = 30

export const dismiss = (id: number): void => {
  notices.value = notices.peek().filter((notice) => notice.id !== id)
}

/** Shows a message for some seconds, or until `isOver`, which reads signals. */
export const notify = (
  text: string,
  {
    action,
    isOver = () => false,
    seconds = action === undefined ? SECONDS : SECONDS_TO_ACT,
    tone = "info"
  }: Partial<Pick<Notice, "tone" | "action">> & { readonly isOver?: () => boolean; readonly seconds?: number } = {}
): void => {
  const id = ++last
  // A message that is said again replaces the first one, unless its button undoes something else.
  const others = notices.value.filter((each) => each.text !== text || each.action !== undefined)
  notices.value = [...others.slice(-2), { id, text, tone, action }]
  const stop = effect(() => {
    if (isOver()) dismiss(id)
  })
  setTimeout(() => {
    stop()
    dismiss(id)
  }, seconds * 1000)
}

let waitsUntil = 0

/** Says for how long the server lets the user wait, once for all requests that wait. */
export const notifyOfWait = (seconds: number): void => {
  if (Date.now() < waitsUntil) return
  waitsUntil = Date.now() + seconds * 1000
  notify(t("error.waits", { n: seconds }), { seconds })
}

/**
 * Two values of one field of a task: what the user set, and what somebody else set meanwhile. It is stored until the user
 * has decided.
 */
export interface Conflict {
  readonly boardId: string
  readonly taskId: string
  /** A field, or `columnValues.<id>`. */
  readonly field: string
  readonly mine: unknown
  readonly theirs: unknown
  /** The name of the task, if somebody deleted it meanwhile; empty where it is not known. */
  readonly deleted?: string
}

export const conflicts = signal<ReadonlyArray<Conflict>>([])

/** The description that the server refused last, for a panel that shows its task. */
export const refusedDescription = signal<{ readonly taskId: string; readonly text: string } | null>(null)
