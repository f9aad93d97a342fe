import type { Import } from "@boardwright/core"

/** The headers that our CSV begins with, and the task's field that each holds. The board's columns follow. */
export const OWN_FIELDS: ReadonlyArray<readonly [header: string, field: Import.SheetField]> = [
  ["Name", "name"],
  ["Group", "group"],
  ["Status", "status"],
  ["Priority", "priority"],
  ["Due date", "dueDate"],
  ["Assignees", "assignees"],
  ["Description", "description"]
]

/** Where the day that a task is due stands. */
export const DUE_INDEX = OWN_FIELDS.findIndex(([, field]) => field === "dueDate")

/** The beginning of our CSV's first line. */
export const OWN_LINE = OWN_FIELDS.map(([header]) => header).join(",")

/** Whether a sheet's first headers are those of our CSV. */
export const isOwnSheet = (headers: ReadonlyArray<string>): boolean =>
  OWN_FIELDS.every(([header], index) => headers[index] === header)
