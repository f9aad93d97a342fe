import type { Import } from "@boardwright/core"

/** The first headers of an exported CSV with the field of each. The board's columns follow. */
export const OWN_FIELDS: ReadonlyArray<readonly [header: string, field: Import.SheetField]> = [
  ["Name", "name"],
  ["Group", "group"],
  ["Status", "status"],
  ["Priority", "priority"],
  ["Due date", "dueDate"],
  ["Assignees", "assignees"],
  ["Description", "description"]
]

export const DUE_INDEX = OWN_FIELDS.findIndex(([, field]) => field === "dueDate")

/** The start of the first line of an exported CSV. */
export const OWN_LINE = OWN_FIELDS.map(([header]) => header).join(",")

/** Whether a sheet's first headers are those of an exported CSV. */
export const isOwnSheet = (headers: ReadonlyArray<string>): boolean =>
  OWN_FIELDS.every(([header], index) => headers[index] === header)
