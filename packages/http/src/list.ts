import type { Values } from "@boardwright/core"
import type { QueryValue } from "./Handler.js"

/** A page as a list's answer: under its name, and as `data` too when the client asked for a page. */
export const toList = <Name extends string, A>(
  name: Name,
  listed: Values.Listed<A>,
  query: { readonly [name: string]: QueryValue }
) => {
  const { items, limit, page, total } = listed
  const named = { [name]: items } as { readonly [K in Name]: ReadonlyArray<A> }
  const pagination = { page, limit, total, totalPages: Math.ceil(total / limit) }
  const asked = query["page"] !== undefined || query["limit"] !== undefined
  return asked ? { ...named, data: items, pagination } : { ...named, pagination }
}
