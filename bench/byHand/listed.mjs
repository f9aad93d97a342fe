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
