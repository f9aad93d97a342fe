import { Schema } from "effect"

/** Most entries of one page, and the number given when neither `page` nor `limit` is. */
export const MAX_LIMIT = 1000
/** Entries of a page when only `page` is given. */
export const DEFAULT_LIMIT = 50

/** Entries passed over at most: no list is as long, and every database takes the number. */
const MAX_OFFSET = 1_000_000_000_000

const wholeNumber = (max: number, message: string) =>
  Schema.Number.annotations({ message: () => message }).pipe(
    Schema.filter((value) => (Number.isSafeInteger(value) && value >= 1 && value <= max) || message, {
      jsonSchema: { type: "integer", minimum: 1, maximum: max }
    })
  )

/** Which part of a list is wanted: `page` from 1, `limit` 1 to 1000. */
export const PageFields = {
  page: Schema.optionalWith(wholeNumber(Number.MAX_SAFE_INTEGER, "must be an integer from 1"), { nullable: true }),
  limit: Schema.optionalWith(wholeNumber(MAX_LIMIT, `must be an integer from 1 to ${MAX_LIMIT}`), { nullable: true })
}
/** `PageFields` as an input of its own, for lists that take no filter. */
export const PageInput = Schema.Struct(PageFields)
export type PageInput = typeof PageInput.Encoded

/** A settled part of a list. */
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

/** A page as use cases answer it. */
export interface Listed<A> extends Page<A> {
  readonly page: number
  readonly limit: number
}

/** Fills the defaults in. */
export const toSlice = (input: typeof PageInput.Type): Slice => {
  const page = input.page ?? 1
  const limit = input.limit ?? (input.page === undefined ? MAX_LIMIT : DEFAULT_LIMIT)
  return { page, limit, offset: Math.min((page - 1) * limit, MAX_OFFSET) }
}

/** A page with the numbers it was asked for. */
export const listed = <A>(slice: Slice, { items, total }: Page<A>): Listed<A> => ({
  items,
  total,
  page: slice.page,
  limit: slice.limit
})
