import type { Prepared } from "./prepared.js"

/** Most cached results, of about 200 bytes each; then all are dropped. */
const MAX_ENTRIES = 10_000

/**
 * Caches the results of reads until this or another process commits to the file. `dataVersion` is SQLite's
 * `pragma data_version` on a connection that never writes, where every commit changes it
 * (https://sqlite.org/pragma.html#pragma_data_version). It runs before each read and takes as long as finding one row.
 * Callers must not change a result.
 */
export const readCache = (dataVersion: Prepared): ((read: Prepared) => Prepared) => {
  const results = new Map<string, ReadonlyArray<unknown>>()
  let version: unknown
  let reads = 0

  /** Call it before a read, so that a commit in between tags the result with an older version, never a newer one. */
  const dropStale = (): void => {
    const [row] = dataVersion() as ReadonlyArray<{ readonly data_version: number }>
    if (row?.data_version !== version || results.size >= MAX_ENTRIES) results.clear()
    version = row?.data_version
  }

  return (read) => {
    const name = ++reads
    return (parameters = []) => {
      dropStale()
      const key = `${name} ${JSON.stringify(parameters)}`
      const cached = results.get(key)
      if (cached !== undefined) return cached
      const result = read(parameters)
      results.set(key, result)
      return result
    }
  }
}
