import { invalid } from "./Refusal.mjs"

/** The answer to a list of tasks: under `data` too where a page was asked for. */
export const listed = ({ asked, limit, page }, tasks, total) => {
  const pagination = { page, limit, total, totalPages: Math.ceil(total / limit) }
  return asked ? { tasks, data: tasks, pagination } : { tasks, pagination }
}

/** How many entries a task's lists have. */
export const totalsOf = ({ comments, subtasks, timeEntries }) => ({
  comments: comments.length,
  subtasks: subtasks.length,
  timeEntries: timeEntries.length
})

/** Whether a page that begins at this offset tells how long the list is. */
export const isLastPage = (rows, limit, offset) => rows.length < limit && (rows.length > 0 || offset === 0)

/** Most bytes of the column values of a page but its last task. */
const MOST_BYTES = 4 * 1024 * 1024

/** Refuses a page by the sizes of its tasks' column values. */
export const checkPageBytes = (sizes) => {
  const bytes = sizes.slice(0, -1).reduce((sum, size) => sum + size, 0)
  if (bytes >= MOST_BYTES)
    throw invalid([{ path: ["limit"], message: "must be smaller: the page would have over 4 MiB" }])
}

/** Selects the counts of a task `t`; `least` is the function of the smaller of two numbers. */
export const selectCounts = (least) => `(select count(*) from boardwright_comment where task_id = t.id) as comments,
  (select count(*) from boardwright_subtask where task_id = t.id) as subtasks,
  (select count(*) from boardwright_subtask where task_id = t.id and completed) as "subtasksDone",
  (select coalesce(sum(${least}(duration, 1e304)), 0) from boardwright_time_entry where task_id = t.id) as minutes`

/** A row of `selectCounts` as a task. */
export const withCounts = ({ comments, minutes, subtasks, subtasksDone, ...task }) => ({
  ...task,
  counts: { comments, subtasks, subtasksDone, minutes }
})
