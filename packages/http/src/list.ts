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

/** A body as JSON. A list that stands in it as `data` and under its name is written once, for most of the work is that. */
export const toJson = (body: object): string => {
  const list = "data" in body && Array.isArray(body.data) ? body.data : null
  if (list === null) return JSON.stringify(body)
  const written = JSON.stringify(list)
  let text = ""
  for (const [name, value] of Object.entries(body)) {
    if (value === undefined) continue
    // Added up: what is joined is copied, and once more when it is sent.
    text += `${text === "" ? "{" : ","}${JSON.stringify(name)}:`
    text += value === list ? written : JSON.stringify(value)
  }
  return text + "}"
}
