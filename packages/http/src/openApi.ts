import * as OpenApi from "@effect/platform/OpenApi"
import { Predicate } from "effect"
import { Api } from "./Api.js"

// HttpApi adds a refusal of its own to every endpoint; ours is the one that is sent.
const FOREIGN = "HttpApiDecodeError"

const isRef = (value: unknown): boolean => JSON.stringify(value).includes(`/${FOREIGN}"`)

/** Whether an answer of the document has the foreign refusal for its only body. */
const refersTo = (answer: unknown): boolean =>
  Predicate.hasProperty(answer, "content") && isRef(answer) && !JSON.stringify(answer).includes("anyOf")

const withoutForeign = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutForeign)
  if (typeof value !== "object" || value === null) return value
  const entries = Object.entries(value).flatMap(([key, inner]) => {
    if (key === FOREIGN || refersTo(inner)) return []
    if (key !== "anyOf" || !Array.isArray(inner)) return [[key, withoutForeign(inner)] as const]
    const rest = inner.filter((each: unknown) => !isRef(each)).map(withoutForeign)
    return rest.length === 1 ? Object.entries(Object(rest[0])) : [["anyOf", rest] as const]
  })
  return Object.fromEntries(entries)
}

/** The contract as an OpenAPI 3.1 document. Unknown fields of a body are allowed, since they are ignored. */
export const openApi = (): unknown => withoutForeign(OpenApi.fromApi(Api, { additionalPropertiesStrategy: "allow" }))
