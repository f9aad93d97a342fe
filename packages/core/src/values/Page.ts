import { Effect, Option, Schema, Stream } from "effect"

/** Most entries of one page, and the default if neither `page` nor `limit` is given. */
export const MAX_LIMIT = 1000
/** Entries of a page if only `page` is given. */
export const DEFAULT_LIMIT = 50

/** Longer than any list, and a number that every database accepts. */
const MAX_OFFSET = 1_000_000_000_000

const wholeNumber = (max: number, message: string) =>
  Schema.Number.annotations({ message: () => message }).pipe(
    Schema.filter((value) => (Number.isSafeInteger(value) && value >= 1 && value <= max) || message, {
      jsonSchema: { type: "integer", minimum: 1, maximum: max }
    })
  )

/** A part of a list: `page` from 1, `limit` 1 to 1000. */
export const PageFields = {
  page: Schema.optionalWith(wholeNumber(Number.MAX_SAFE_INTEGER, "must be an integer from 1"), { nullable: true }),
  limit: Schema.optionalWith(wholeNumber(MAX_LIMIT, `must be an integer from 1 to ${MAX_LIMIT}`), { nullable: true })
}
/** The input of lists without filters. */
export const PageInput = Schema.Struct(PageFields)
export type PageInput = typeof PageInput.Encoded

/** A part of a list, with its defaults filled in. */
export interface Slice {
  readonly page: number
  readonly limit: number
  readonly offset: number
}

/** A part of a list and the size of the whole. */
export interface Page<A> {
  readonly items: ReadonlyArray<A>
  readonly total: number
}

/** A page as use cases return it. */
export interface Listed<A> extends Page<A> {
  readonly page: number
  readonly limit: number
}

export const toSlice = (input: typeof PageInput.Type): Slice => {
  const page = input.page ?? 1
  const limit = input.limit ?? (input.page === undefined ? MAX_LIMIT : DEFAULT_LIMIT)
  return { page, limit, offset: Math.min((page - 1) * limit, MAX_OFFSET) }
}

/** Entries that `paged` reads at once. */
const AT_ONCE = 100

/** All pages of a list, each entry as it is shown. */
export const paged = <A, B, E, R>(load: (slice: Slice) => Effect.Effect<Page<A>, E, R>, show: (item: A) => B) =>
  Stream.paginateEffect(1, (page) => {
    const slice = toSlice({ page, limit: AT_ONCE })
    return Effect.map(load(slice), ({ items, total }): readonly [ReadonlyArray<B>, Option.Option<number>] => [
      items.map(show),
      slice.offset + AT_ONCE < total ? Option.some(page + 1) : Option.none()
    ])
  })

export const listed = <A>(slice: Slice, { items, total }: Page<A>): Listed<A> => ({
  items,
  total,
  page: slice.page,
  limit: slice.limit
})
