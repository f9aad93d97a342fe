import type { Ports, Values } from "@boardwright/core"
import { Effect } from "effect"

/** A page with the size of the whole list, which is counted only where the page itself does not tell. */
export const paged = <A>(
  slice: Values.Slice,
  rows: Effect.Effect<ReadonlyArray<A>, Ports.StorageUnavailable>,
  totals: Effect.Effect<ReadonlyArray<{ readonly total: number }>, Ports.StorageUnavailable>
): Effect.Effect<Values.Page<A>, Ports.StorageUnavailable> =>
  Effect.flatMap(rows, (items) => {
    const isLast = items.length < slice.limit && (items.length > 0 || slice.offset === 0)
    return isLast
      ? Effect.succeed({ items, total: slice.offset + items.length })
      : Effect.map(totals, (counted) => ({ items, total: counted[0]?.total ?? 0 }))
  })
