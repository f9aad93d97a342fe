import { Values } from "@boardwright/core"
import { Effect } from "effect"
import type { HandlerRequest } from "./Handler.js"

type Named<Name extends string, A> = { readonly [K in Name]: A }

const named = <Name extends string, A>(name: Name, value: A) => ({ [name]: value }) as Named<Name, A>

export const done = (message: string) => ({ success: true, message }) as const

/** `{success, ...}` */
export const successful = <A extends object>(value: A) => ({ success: true as const, ...value })

/** `{success, <name>}` */
export const wrapped =
  <Name extends string>(name: Name) =>
  <A>(value: A) => ({ success: true as const, ...named(name, value) })

/** `{success, <name>, data}` */
export const enveloped =
  <Name extends string>(name: Name) =>
  <A>(value: A) => ({ success: true as const, ...named(name, value), data: value })

/** `{<name>, pagination}`, with the list also as `data` if the client asked for a page. */
export const paged =
  <Name extends string>(name: Name, query: HandlerRequest<unknown>["query"]) =>
  <A>({ items, limit, page, total }: Values.Listed<A>) => {
    const list = named(name, items)
    const pagination = { page, limit, total, totalPages: Math.ceil(total / limit) }
    const isPage = query["page"] !== undefined || query["limit"] !== undefined
    return isPage ? { ...list, data: items, pagination } : { ...list, pagination }
  }

/** `JSON.stringify`, but a list that is in the body twice, as `data` and under its name, is written once: most of the work. */
export const toJson = (body: object): string => {
  const list = "data" in body && Array.isArray(body.data) ? body.data : null
  if (list === null) return JSON.stringify(body)
  const written = JSON.stringify(list)
  let text = ""
  for (const [name, value] of Object.entries(body)) {
    if (value === undefined) continue
    // Concatenated: joining would copy, and sending copies again.
    text += `${text === "" ? "{" : ","}${JSON.stringify(name)}:`
    text += value === list ? written : JSON.stringify(value)
  }
  return text + "}"
}

/** `toJson` of a body whose lists may be long, which yields to the event loop between their entries. */
export const toLongJson = Effect.fnUntraced(function* (body: object) {
  const yieldPoint = yield* Values.makeYieldPoint
  let text = ""
  for (const [name, value] of Object.entries(body)) {
    if (value === undefined) continue
    text += `${text === "" ? "{" : ","}${JSON.stringify(name)}:`
    if (!Array.isArray(value)) {
      text += JSON.stringify(value)
      continue
    }
    let separator = "["
    for (const each of value) {
      text += separator + (JSON.stringify(each) ?? "null")
      separator = ","
      yield* yieldPoint
    }
    text += value.length === 0 ? "[]" : "]"
  }
  return text === "" ? "{}" : text + "}"
})
