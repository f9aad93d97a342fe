import type { Prepared } from "./prepared.js"

/** Answers kept at most, of some 200 bytes each: past it all are forgotten. */
const MOST_KEPT = 10_000

/**
 * Keeps what reads answer until somebody commits to the file, in this process or another. `dataVersion` is SQLite's
 * `pragma data_version` on a connection that never writes, where every commit changes it
 * (https://sqlite.org/pragma.html#pragma_data_version). It is asked at each read, and takes as long as finding one row.
 * Whoever gets an answer must not change it.
 */
export const keptAnswers = (dataVersion: Prepared): ((read: Prepared) => Prepared) => {
  const answers = new Map<string, ReadonlyArray<unknown>>()
  let version: unknown
  let reads = 0

  /** To be called before a read: what is committed in between makes its answer pass for older than it is. */
  const forgetStale = (): void => {
    const [row] = dataVersion() as ReadonlyArray<{ readonly data_version: number }>
    if (row?.data_version !== version || answers.size >= MOST_KEPT) answers.clear()
    version = row?.data_version
  }

  return (read) => {
    const name = ++reads
    return (parameters = []) => {
      forgetStale()
      const key = `${name} ${JSON.stringify(parameters)}`
      const kept = answers.get(key)
      if (kept !== undefined) return kept
      const answer = read(parameters)
      answers.set(key, answer)
      return answer
    }
  }
}
