import type { Conflict } from "./notices.js"
import type { Operation } from "./Operation.js"

/** Operations that are sent together, once: a repetition with the key does nothing again. */
export interface Batch {
  readonly key: string
  readonly boardId: string
  readonly operations: ReadonlyArray<Operation>
  /** Whether the server may have it, so that its key stands for these operations alone. */
  readonly isTried: boolean
  /** Whether nothing may join it, so that it can be undone alone. */
  readonly isAlone?: boolean
  /** What all batches of one step of the user have, if it is too large for one. */
  readonly step?: string | undefined
  /** Milliseconds since 1970. */
  readonly madeAt: number
}

const isBatch = (value: unknown): value is Batch =>
  typeof value === "object" && value !== null && "operations" in value && Array.isArray(value.operations)

const isConflict = (value: unknown): value is Conflict =>
  typeof value === "object" && value !== null && "taskId" in value && "field" in value

/** What a tab stores of a board: batches that are not sent, and conflicts that are not decided. */
type What = "unsent" | "conflicts"

const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("")

/** A key for a batch, or the id of a task until the server gives it one. */
export const newKey = newId

/** The locks that the tabs of a browser share. It has them for https and for this computer only. */
export const tabLocks = (): LockManager | undefined => (navigator as { readonly locks?: LockManager }).locks

const TAB = newId()
const lockOf = (tab: string) => `boardwright.tab.${tab}`

/**
 * Held as long as this tab is open, so that no other tab sends its batches. Without locks two tabs may send one: by its key it
 * is done once.
 */
export const claimTab = (): void => void tabLocks()?.request(lockOf(TAB), () => new Promise(() => undefined))

const startOf = (what: What, userId: string, boardId: string) => `boardwright.${what}.${userId}.${boardId}.`

const store = (what: What, userId: string, boardId: string, items: ReadonlyArray<unknown>): void => {
  const key = startOf(what, userId, boardId) + TAB
  if (items.length === 0) return localStorage.removeItem(key)
  try {
    localStorage.setItem(key, JSON.stringify(items))
  } catch {
    // The browser has no space left: what was stored before stays. All are sent, from memory.
  }
}

/** Text that is not a list, which only other programs store under such a name, has no items. */
const itemsIn = (text: string): ReadonlyArray<unknown> => {
  try {
    const items: unknown = JSON.parse(text)
    return Array.isArray(items) ? items : []
  } catch {
    return []
  }
}

/** Takes over what this tab, and tabs that are closed, have stored. */
const take = async (what: What, userId: string, boardId: string): Promise<ReadonlyArray<unknown>> => {
  const start = startOf(what, userId, boardId)
  const found: Array<unknown> = []
  const locks = tabLocks()
  for (const key of Object.keys(localStorage).filter((each) => each.startsWith(start))) {
    const takeOver = (): void => {
      found.push(...itemsIn(localStorage.getItem(key) ?? "[]"))
      localStorage.removeItem(key)
    }
    // What this tab has stored is of an earlier visit of the board, which has ended.
    if (locks === undefined || key === start + TAB) takeOver()
    else
      await locks.request(lockOf(key.slice(start.length)), { ifAvailable: true }, (lock) => {
        if (lock !== null) takeOver()
      })
  }
  return found
}

/** Stores what is not sent yet, so that it survives a reload. */
export const storeUnsent = (userId: string, boardId: string, batches: ReadonlyArray<Batch>): void =>
  store("unsent", userId, boardId, batches)

/** Takes over what this tab, and tabs that are closed, have not sent, oldest first. */
export const takeUnsent = async (userId: string, boardId: string): Promise<ReadonlyArray<Batch>> =>
  (await take("unsent", userId, boardId)).filter(isBatch).toSorted((a, b) => a.madeAt - b.madeAt)

/** Stores the conflicts on a board that are not decided, so that they survive a reload. */
export const storeConflicts = (userId: string, boardId: string, conflicts: ReadonlyArray<Conflict>): void =>
  store("conflicts", userId, boardId, conflicts)

/** Takes over the conflicts that were not decided in this tab and in tabs that are closed. */
export const takeConflicts = async (userId: string, boardId: string): Promise<ReadonlyArray<Conflict>> =>
  (await take("conflicts", userId, boardId)).filter(isConflict)
