/** What a check has found. */
export interface Finding {
  readonly status: "ok" | "warning" | "error"
  /** What was checked. */
  readonly check: string
  readonly finding: string
  /** What to do; null if nothing is wrong. */
  readonly advice: string | null
}

export const ok = (check: string, finding: string): Finding => ({ status: "ok", check, finding, advice: null })

export const warning = (check: string, finding: string, advice: string): Finding => ({
  status: "warning",
  check,
  finding,
  advice
})

export const error = (check: string, finding: string, advice: string): Finding => ({
  status: "error",
  check,
  finding,
  advice
})

const UNITS = ["B", "KiB", "MiB", "GiB", "TiB"]

/** A size for people. */
export const sizeText = (bytes: number): string => {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10))
  return `${Math.round((bytes / 1024 ** power) * 10) / 10} ${UNITS[power] ?? ""}`
}

/** A duration for people. */
export const ageText = (millis: number): string => {
  const minutes = Math.round(millis / 60_000)
  if (minutes < 120) return `${minutes} min`
  return minutes < 2 * 24 * 60 ? `${Math.round(minutes / 60)} h` : `${Math.round(minutes / 60 / 24)} days`
}
