import type { ColumnPlan } from "./planColumns.js"
import { dateEvidence, type DateOrder, type DateOrders } from "../board/readDate.js"

const DAY_FIRST = 1
const MONTH_FIRST = 2

/** Longest date in figures. */
const LONGEST = 10

/**
 * Gathers the order of numeric dates from the cells of all date columns: 25/12/2024 shows that 01/02/2024 in its column
 * is 1 February. The column of the due date decides for itself; where it shows nothing, the other date columns decide.
 * Contradictory columns leave the order of their separator open.
 */
export const gatherDateOrders = ({ columns }: Pick<ColumnPlan, "columns">) => {
  const due = columns.find(({ fills }) => fills === "dueDate")?.index
  const dates = due === undefined ? [] : columns.filter(({ type }) => type.toLowerCase() === "date")
  const own = new Map<string, number>()
  const others = new Map<string, number>()
  const add = (row: { readonly [index: string]: unknown }): void => {
    for (const { index } of dates) {
      const cell = Object.hasOwn(row, String(index)) ? row[String(index)] : undefined
      const text = typeof cell === "string" && cell.length < 100 ? cell.trim() : ""
      const shown = text.length > LONGEST ? null : dateEvidence(text)
      if (shown === null) continue
      const seen = index === due ? own : others
      const order = shown.order === "day-first" ? DAY_FIRST : MONTH_FIRST
      seen.set(shown.separator, (seen.get(shown.separator) ?? 0) | order)
    }
  }
  const found = (): DateOrders => {
    const shown = new Map([...others, ...own])
    const decided = [...shown].flatMap(([separator, orders]): ReadonlyArray<readonly [string, DateOrder]> => {
      if (orders === DAY_FIRST) return [[separator, "day-first"]]
      return orders === MONTH_FIRST ? [[separator, "month-first"]] : []
    })
    return new Map(decided)
  }
  return { add, found }
}
