import type * as OpenApi from "@effect/platform/OpenApi"
import type { EndpointRoute } from "./endpointRoutes.js"

/** What completes a document: given, so that this file imports nothing, and is a file of its own where a server is bundled. */
interface Completion {
  readonly routes: ReadonlyArray<EndpointRoute>
  /** Whether the operations with a tag are served. */
  readonly isServed: (tag: string) => boolean
  readonly serverUrl: string
  /** The header of a response that names a state, and the parameter of a request that does. */
  readonly etag: object
  readonly ifNoneMatch: object
}

// HttpApi adds an error of its own to every endpoint, which is never sent.
const FOREIGN = ["HttpApiDecodeError", "Issue", "PropertyKey"]

const isRef = (value: unknown): boolean => JSON.stringify(value).includes(`/${FOREIGN[0]}"`)

/** Whether HttpApi's error is the only body of a response. */
const refersTo = (answer: unknown): boolean =>
  typeof answer === "object" &&
  answer !== null &&
  "content" in answer &&
  isRef(answer) &&
  !JSON.stringify(answer).includes("anyOf")

const isForeign = (key: string, value: unknown): boolean => FOREIGN.includes(key) || refersTo(value)

// Unknown fields are allowed by default; saying so makes every generated type a dictionary.
const isDefault = (key: string, value: unknown): boolean => key === "additionalProperties" && value === true

const tidy = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(tidy)
  if (typeof value !== "object" || value === null) return value
  // A schema of any value has an id, and ids must be unique in a document.
  if ("$id" in value) return {}
  const entries = Object.entries(value).flatMap(([key, inner]) => {
    if (isForeign(key, inner) || ("properties" in value && isDefault(key, inner))) return []
    if (key !== "anyOf" || !Array.isArray(inner)) return [[key, tidy(inner)] as const]
    const rest = inner.filter((each: unknown) => !isRef(each)).map(tidy)
    return rest.length === 1 ? Object.entries(Object(rest[0])) : [["anyOf", rest] as const]
  })
  return Object.fromEntries(entries)
}

const header = (description: string, schema: object) => ({ description, required: true, schema })
const whole = { type: "integer", minimum: 0 }
const RETRY_AFTER = { "Retry-After": header("Seconds to wait", { type: "integer", minimum: 1 }) }

/** The headers of a status that clients use. */
const HEADERS: { readonly [status: string]: object } = {
  302: { Location: header("A page", { type: "string", format: "uri-reference" }) },
  401: { "WWW-Authenticate": { description: "Bearer, if a token is missing", schema: { type: "string" } } },
  429: {
    ...RETRY_AFTER,
    "X-RateLimit-Limit": header("Requests allowed per minute", whole),
    "X-RateLimit-Remaining": header("Requests left", whole),
    "X-RateLimit-Reset": header("When the minute ends", { type: "string", format: "date-time" })
  },
  503: RETRY_AFTER
}

const DESCRIPTIONS: { readonly [status: string]: string } = {
  200: "Done",
  201: "Created",
  400: "The input is not valid; every problem is listed"
}

const BODY_STATUSES = new Set(["408", "413"])

const CURSOR = {
  "X-Change-Cursor": header("The cursor of the feed of changes from before the data was read", { type: "string" })
}

const KEY = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    "Makes the request safe to repeat for 24 hours: a key of the client's choice, such as a UUID, bare or in quotes. A repetition gets the first response",
  schema: { type: "string", minLength: 1, maxLength: 257 }
}

const REPLAYED = {
  "Idempotency-Replayed": {
    description: "True if this is the response to an earlier request with the same key",
    schema: { type: "string", enum: ["true"] }
  }
}

/** The headers of a response to an operation, with those of a copy's tag. */
const headersOf = (status: string, route: EndpointRoute | undefined, tags: object): object | undefined => {
  if (status === "200" && route?.hasCursor === true) return route.tagged === null ? CURSOR : tags
  if (route?.takesKey !== true) return HEADERS[status]
  if (status.startsWith("2")) return REPLAYED
  const optional = { "Retry-After": { ...RETRY_AFTER["Retry-After"], required: false } }
  return status === "409" ? optional : HEADERS[status]
}

const refsIn = (value: unknown): ReadonlyArray<string> =>
  [...JSON.stringify(value ?? null).matchAll(/#\/components\/schemas\/([^"]+)"/g)].flatMap(([, name = ""]) => name)

type Schemas = OpenApi.OpenAPIComponents["schemas"]

/** What the bodies of a response are, which have a description each; null if it has one alone. */
const descriptionOf = (answer: object, schemas: Schemas): string | null => {
  const all = refsIn(answer).flatMap((name) => schemas[name]?.description ?? [])
  return all.length < 2 ? null : all.join(". Or: ")
}

/** Adds what HttpApi cannot express, and removes errors about a body from an operation without one. */
const complete = (
  operation: OpenApi.OpenAPISpecOperation,
  route: EndpointRoute | undefined,
  schemas: Schemas,
  { etag, ifNoneMatch }: Pick<Completion, "etag" | "ifNoneMatch">
): object => {
  const tags = { ...CURSOR, ETag: etag }
  const answers = Object.entries(operation.responses)
    .filter(([status]) => !BODY_STATUSES.has(status) || operation.requestBody !== undefined)
    .map(([status, { description, ...answer }]) => {
      const headers = headersOf(status, route, tags)
      const all = Number(status) < 400 ? null : descriptionOf(answer, schemas)
      const described = { description: DESCRIPTIONS[status] ?? all ?? description, ...answer }
      return [status, headers === undefined ? described : { ...described, headers }] as const
    })
  const listed = operation.parameters.map((each) =>
    "type" in each.schema && each.schema.type === "array" ? { ...each, explode: false } : each
  )
  const isTagged = route !== undefined && route.tagged !== null
  const parameters = [...listed, ...(route?.takesKey === true ? [KEY] : []), ...(isTagged ? [ifNoneMatch] : [])]
  const notModified = { description: "The caller's copy is still fresh", headers: tags }
  const responses = { ...Object.fromEntries(answers), ...(isTagged ? { 304: notModified } : {}) }
  return { ...operation, parameters, responses, "x-rate-limit-tier": route?.tier }
}

const mapValues = <A, B>(record: { readonly [key: string]: A }, map: (value: A) => B) =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)] as const))

/** The schemas that the paths refer to, directly or through others. */
const usedBy = (paths: unknown, schemas: { readonly [name: string]: unknown }) => {
  const used = new Set(refsIn(paths))
  for (const name of used) for (const next of refsIn(schemas[name])) used.add(next)
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)))
}

/** Adds to HttpApi's document what it cannot express, and removes what is never sent. */
export const completeOpenApi = (
  { components, paths: all, tags = [], ...rest }: OpenApi.OpenAPISpec,
  { isServed, routes, serverUrl, ...headers }: Completion
): unknown => {
  const byName = new Map(routes.map((route) => [route.name, route]))
  const completed = (operation: OpenApi.OpenAPISpecOperation) =>
    complete(operation, byName.get(operation.operationId), components.schemas, headers)
  const served = Object.entries(all).filter(([, methods]) =>
    Object.values(methods).every((operation: OpenApi.OpenAPISpecOperation) => operation.tags.every(isServed))
  )
  const paths = Object.fromEntries(served.map(([path, methods]) => [path, mapValues(methods, completed)]))
  return tidy({
    ...rest,
    servers: [{ url: serverUrl }],
    tags: tags.filter(({ name }) => isServed(name)),
    paths,
    components: { ...components, schemas: usedBy(paths, components.schemas) }
  })
}
