import type { Values } from "@boardwright/core"
import { Effect } from "effect"

/** The largest page of a use case. */
const LIMIT = 1000

export const everyPage = Effect.fnUntraced(function* <A, E, R>(
  page: (input: {
    readonly page: number
    readonly limit: number
  }) => Effect.Effect<Pick<Values.Listed<A>, "items" | "total">, E, R>
) {
  const all: Array<A> = []
  for (let number = 1; ; number++) {
    const { items, total } = yield* page({ page: number, limit: LIMIT })
    all.push(...items)
    if (items.length < LIMIT || all.length >= total) return all
  }
})
