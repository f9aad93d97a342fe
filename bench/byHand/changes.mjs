import { invalid } from "./Refusal.mjs"

/** A problem for each id of a list that is no user. */
export const strangers = (field, ids, isUser) =>
  ids.flatMap((id, at) => (isUser(id) ? [] : [{ path: [field, String(at)], message: "is not a user" }]))

/** A problem for each key that is no column of the board, whose columns are asked for only where there are keys. */
export const unknownColumns = (values, columns) => {
  const keys = Object.keys(values ?? {})
  const known = keys.length === 0 ? new Set() : new Set(columns())
  const unknown = keys.filter((key) => !known.has(key))
  return unknown.map((key) => ({ path: ["columnValues", key], message: "is not a column of the board" }))
}

/** Refuses with the issues when there are any. */
export const refuseOn = (issues) => {
  if (issues.length > 0) throw invalid(issues)
}

/** Values merged key by key; a null removes its key. */
const mergedValues = (before, changes) => {
  const after = { ...before, ...changes }
  for (const key in changes) if (changes[key] === null) delete after[key]
  return after
}

/** The task after a patch, the same object where it changes nothing. `rank` makes the rank of a task that moves. */
export const patchedTask = (before, patch, rank) => {
  const changes = {
    name: patch.name,
    description: patch.description === null ? "" : patch.description,
    status: patch.status,
    priority: patch.priority,
    assignees: patch.assignees === null ? [] : patch.assignees,
    dueDate: patch.dueDate,
    columnValues:
      patch.columnValues === null ? {} : patch.columnValues && mergedValues(before.columnValues, patch.columnValues)
  }
  const after = { ...before }
  let differs = false
  for (const field in changes) {
    const value = changes[field]
    if (value === undefined || value === before[field]) continue
    if (typeof value === "object" && JSON.stringify(value) === JSON.stringify(before[field])) continue
    after[field] = value
    differs = true
  }
  if (patch.groupId !== undefined && patch.groupId !== before.groupId) {
    after.groupId = patch.groupId
    after.rank = rank()
    differs = true
  }
  if (!differs) return before
  after.updatedAt = new Date().toISOString()
  return after
}

/** A new task as it is answered. */
export const newTask = (id, groupId, wanted) => {
  const at = new Date().toISOString()
  const { assignees, boardId, columnValues, description, dueDate, name, priority, status } = wanted
  return {
    ...{ id, boardId, groupId, name, description, status, priority, assignees, dueDate, columnValues },
    ...{ createdAt: at, updatedAt: at }
  }
}

const UNRECORDED = new Set(["id", "boardId", "rank", "createdAt", "updatedAt"])
const EMPTY = new Set(["null", '""', "[]", "{}"])

const put = (fields, name, from = null, to = null) => {
  if (JSON.stringify(from) !== JSON.stringify(to)) fields[name] = { from, to }
}

/** The fields of a change as JSON. Empty ones of something new (`before` is `{}`) are left out. */
export const recordOf = (before, after) => {
  const isNew = before.id === undefined
  const fields = {}
  for (const field in after) {
    const [from, to] = [before[field], after[field]]
    if (UNRECORDED.has(field) || from === to || (isNew && EMPTY.has(JSON.stringify(to)))) continue
    if (field !== "columnValues") put(fields, field, from, to)
    else
      for (const id of new Set([...Object.keys(from ?? {}), ...Object.keys(to)]))
        put(fields, `${field}.${id}`, from?.[id], to[id])
  }
  return JSON.stringify(fields)
}
