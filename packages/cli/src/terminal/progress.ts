import { Effect } from "effect"

const EVERY_MS = 100
const CELLS = 24
const CLEAR = "\r\u001B[2K"

/** Reports progress. `total` is the final value of `done`, if known. */
export type Progress = (done: number, total?: number) => void

const bar = (label: string, done: number, total: number | undefined): string => {
  if (total === undefined) return `${label} ${done.toLocaleString("en")}`
  const part = total === 0 ? 1 : Math.min(1, done / total)
  const filled = Math.round(part * CELLS)
  return `${label} [${"#".repeat(filled)}${"-".repeat(CELLS - filled)}] ${Math.floor(part * 100)}%`
}

const drawing = (label: string): Progress => {
  let last = Number.NEGATIVE_INFINITY
  return (done, total) => {
    const now = performance.now()
    if (now - last < EVERY_MS && done !== total) return
    last = now
    process.stderr.write(CLEAR + bar(label, done, total))
  }
}

/** Runs work that reports its progress, which is drawn on standard error if that is a terminal. */
export const withProgress = <A, E, R>(
  label: string,
  work: (progress: Progress) => Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> =>
  Effect.suspend(() => {
    if (!process.stderr.isTTY || process.env["TERM"] === "dumb") return work(() => undefined)
    return Effect.ensuring(
      work(drawing(label)),
      Effect.sync(() => process.stderr.write(CLEAR))
    )
  })
