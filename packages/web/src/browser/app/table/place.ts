import { type Signal, signal } from "@preact/signals"

/** The cell of the table that has the focus, by the task's id and the field's key; `name` is the first one. */
export interface Place {
  readonly taskId: string
  readonly key: string
}

/** Where the keyboard is; null outside of the table. */
export const place = signal<Place | null>(null)

/** The cell that is being edited, and the text that began it if a key did. */
export const editing = signal<(Place & { readonly typed: string | null }) | null>(null)

/** The key of the cell of a task that a place is. */
export const keyAt = (at: Place | null, taskId: string): string | null => (at?.taskId === taskId ? at.key : null)

export const isAt = (at: Place | null, taskId: string, key: string): boolean => at?.taskId === taskId && at.key === key

/** The cell that Tab reaches: the place, or where that is scrolled away or nowhere one of the first task in the window. */
export const tabStop = (
  at: Place | null,
  drawn: ReadonlyArray<string>,
  inWindow: ReadonlyArray<string>
): Place | null => {
  const [taskId] = inWindow
  if (taskId === undefined || (at !== null && drawn.includes(at.taskId))) return at
  return { key: at?.key ?? "name", taskId }
}

/** Lets a place follow its task when the server gives that its own id. */
export const followTask = <At extends Place>(at: Signal<At | null>, idOf: (id: string) => string): void => {
  const here = at.value
  const taskId = here === null ? "" : idOf(here.taskId)
  if (here !== null && taskId !== here.taskId) at.value = { ...here, taskId }
}
