import type { Board, Values } from "@boardwright/core"

/** Sorts by texts in code-unit order, by the first that differs. */
export const sortedBy = <A>(
  items: Iterable<A>,
  keys: (item: A) => readonly [string, ...ReadonlyArray<string>]
): ReadonlyArray<A> =>
  [...items]
    .map((item) => ({ item, keys: keys(item) }))
    .toSorted((a, b) => {
      for (let at = 0; at < a.keys.length; at++) {
        const left = a.keys[at] ?? ""
        const right = b.keys[at] ?? ""
        if (left !== right) return left < right ? -1 : 1
      }
      return 0
    })
    .map(({ item }) => item)

/** In order of creation, ties by id. */
export const byCreation = <A extends { readonly createdAt: string; readonly id: string }>(
  items: Iterable<A>
): ReadonlyArray<A> => sortedBy(items, ({ createdAt, id }) => [createdAt, id])

/** Subtasks in order of rank, and those without one after them in order of creation. */
export const inPlace = <A extends { readonly createdAt: string; readonly id: string }>(
  subtasks: Iterable<A>,
  ranks: ReadonlyMap<string, { readonly rank: string }>
): ReadonlyArray<A> => sortedBy(subtasks, ({ createdAt, id }) => [ranks.get(id)?.rank ?? "~", createdAt, id])

/** In order of rank, ties by id. */
export const byRank = <A extends { readonly rank: string; readonly id: string }>(
  items: Iterable<A>
): ReadonlyArray<A> => sortedBy(items, ({ id, rank }) => [rank, id])

/** The slice of the sorted list, and the size of the list. */
export const pageOf = <A>(items: ReadonlyArray<A>, { limit, offset }: Values.Slice): Values.Page<A> => ({
  items: items.slice(offset, offset + limit),
  total: items.length
})

export const endOf = (sorted: ReadonlyArray<{ readonly rank: Values.Rank }>): Board.ListEnd => ({
  rank: sorted.at(-1)?.rank ?? null,
  count: sorted.length
})
