/** Most characters that are stored at once, unless one task has more. 250 tasks of ten short columns have fewer. */
const BATCH_LENGTH = 256 * 1024

/** Divides tasks in order into batches of at most `BATCH_LENGTH`. */
export const batchesOf = <A>(tasks: Iterable<A>, lengthOf: (task: A) => number): ReadonlyArray<ReadonlyArray<A>> => {
  const batches: Array<Array<A>> = []
  let left = 0
  for (const task of tasks) {
    const length = lengthOf(task)
    const last = batches.at(-1)
    if (last === undefined || length > left) {
      batches.push([task])
      left = BATCH_LENGTH - length
    } else {
      last.push(task)
      left -= length
    }
  }
  return batches
}
