import { jsonBytes } from "../values/Json.js"
import { bytesOf } from "../values/Text.js"
import type { Comment, Subtask, TaskDetails, TimeEntry } from "./Task.js"

/** Most entries of each list that a task is shown with. */
export const MAX_SHOWN = 1000
/** Most bytes of all entries that a task is shown with, as JSON in UTF-8. */
export const MAX_SHOWN_BYTES = 1024 * 1024
/** Bytes of text at which a page of comments, subtasks or time entries ends. */
export const MAX_PAGE_BYTES = 4 * 1024 * 1024

/** A task's lists, each in order of creation. */
export type Children = Pick<TaskDetails, "comments" | "subtasks" | "timeEntries">

/** Bytes of the texts of an entry in UTF-8 (mentions as JSON): a lower bound of its size as JSON. */
export const textBytes = (child: Comment | Subtask | TimeEntry): number => {
  if ("content" in child) return bytesOf(child.content) + jsonBytes(child.mentions)
  return bytesOf("name" in child ? child.name : child.description)
}

// JSON writes a UTF-16 unit in at most six bytes, and the numbers, keys and punctuation of an entry in fewer than 200.
const mostBytes = ({ id, taskId }: Comment | Subtask | TimeEntry, text: string): number =>
  200 + 6 * (id.length + taskId.length + text.length)

const mayExceed = ({ comments, subtasks, timeEntries }: Children): boolean => {
  if (Math.max(comments.length, subtasks.length, timeEntries.length) > MAX_SHOWN) return true
  let bytes = 0
  for (const subtask of subtasks) bytes += mostBytes(subtask, subtask.name)
  for (const entry of timeEntries) bytes += mostBytes(entry, entry.description) + 6 * entry.userId.length
  for (const comment of comments) {
    bytes += mostBytes(comment, comment.content) + 6 * comment.userId.length
    for (const userId of comment.mentions) bytes += 6 * userId.length + 3
  }
  return bytes > MAX_SHOWN_BYTES
}

/**
 * The entries that a task is shown with: the newest `MAX_SHOWN` of each list, and of these the newest that fit in
 * `MAX_SHOWN_BYTES`, subtasks first, then comments, then time entries.
 */
export const shownChildren = (all: Children): Children => {
  if (!mayExceed(all)) {
    return { comments: all.comments, subtasks: all.subtasks, timeEntries: all.timeEntries }
  }
  let left = MAX_SHOWN_BYTES
  const newest = <A extends object>(list: ReadonlyArray<A>): ReadonlyArray<A> => {
    const last = Math.max(0, list.length - MAX_SHOWN)
    let from = list.length
    for (; from > last; from--) {
      const bytes = jsonBytes(list[from - 1])
      if (bytes > left) break
      left -= bytes
    }
    return list.slice(from)
  }
  const subtasks = newest(all.subtasks)
  const comments = newest(all.comments)
  return { comments, subtasks, timeEntries: newest(all.timeEntries) }
}
