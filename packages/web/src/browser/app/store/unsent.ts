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
  /** Milliseconds since 1970. */
  readonly madeAt: number
}

const isBatch = (value: unknown): value is Batch =>
  typeof value === "object" && value !== null && "operations" in value && Array.isArray(value.operations)

const PREFIX = "boardwright.unsent."

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

const storageKey = (tab: string, userId: string, boardId: string) => `${PREFIX}${userId}.${boardId}.${tab}`

/** Stores what is not sent yet, so that it survives a reload. */
export const storeUnsent = (userId: string, boardId: string, batches: ReadonlyArray<Batch>): void => {
  const key = storageKey(TAB, userId, boardId)
  if (batches.length === 0) localStorage.removeItem(key)
  else localStorage.setItem(key, JSON.stringify(batches))
}

/** Text that is no list of batches, which only other programs store under such a name, has none. */
const batchesIn = (text: string): ReadonlyArray<Batch> => {
  try {
    const batches: unknown = JSON.parse(text)
    return Array.isArray(batches) ? batches.filter(isBatch) : []
  } catch {
    return []
  }
}

/** Takes over what tabs that are closed have not sent, oldest first. */
export const takeUnsent = async (userId: string, boardId: string): Promise<ReadonlyArray<Batch>> => {
  const start = `${PREFIX}${userId}.${boardId}.`
  const found: Array<Batch> = []
  const locks = tabLocks()
  for (const key of Object.keys(localStorage).filter((each) => each.startsWith(start))) {
    const take = (): void => {
      found.push(...batchesIn(localStorage.getItem(key) ?? "[]"))
      localStorage.removeItem(key)
    }
    if (locks === undefined) take()
    else
      await locks.request(lockOf(key.slice(start.length)), { ifAvailable: true }, (lock) => {
        if (lock !== null) take()
      })
  }
  return found.toSorted((a, b) => a.madeAt - b.madeAt)
}
