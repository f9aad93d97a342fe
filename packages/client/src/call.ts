import { BoardwrightClientError, type ClientErrorCode, type Issue } from "./BoardwrightClientError.js"
import { type Route, toSegment } from "./Route.js"
import { retryAfterOf } from "./retryAfter.js"
import { type Received, send, type Sending, unsent } from "./send.js"

export type Input = { readonly [field: string]: unknown }

/** What sends the requests of a client. */
export type Sender = Pick<Sending, "fetch" | "maxWaitSeconds" | "retries" | "token"> & { readonly root: string }

export interface CallOptions {
  /** Aborts the call, even while it waits for a retry; the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /**
   * Names what a call makes, so that a later call with the same input and key returns the first one's response and makes
   * nothing. Default: a new key for each call. Only endpoints that make something take it; others reject it as
   * `InvalidRequest`.
   */
  readonly idempotencyKey?: string | undefined
  /** Called with the response of a success before its value is returned, for its headers. Its body is read already, unless it is a file. */
  readonly onResponse?: ((response: Response) => void) | undefined
}

const isObject = (value: unknown): value is Input => typeof value === "object" && value !== null

const isIssue = (value: unknown): value is Issue =>
  isObject(value) && Array.isArray(value["path"]) && typeof value["message"] === "string"

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The error that a response of another status than success has. */
export const failureOf = ({ response, text }: Received): BoardwrightClientError => {
  const { headers, status } = response
  if (status < 400) return new BoardwrightClientError({ code: "UnexpectedAnswer", status, error: "Unexpected answer" })
  const found = parsed(text)
  const body = isObject(found) ? found : {}
  const textAt = (field: string): string | undefined =>
    typeof body[field] === "string" ? (body[field] as string) : undefined
  return new BoardwrightClientError({
    // A newer server may send others.
    code: (textAt("code") ?? "UnexpectedAnswer") as ClientErrorCode,
    status,
    error: textAt("error") ?? `HTTP ${status}`,
    message: textAt("message"),
    details: Array.isArray(body["details"]) ? body["details"].filter(isIssue) : [],
    retryAfter: retryAfterOf(status, headers.get("retry-after"), Date.now()),
    cursor: textAt("cursor") ?? null
  })
}

const textOf = (value: unknown): string =>
  isObject(value) && !Array.isArray(value) ? JSON.stringify(value) : String(value)

/**
 * The query of a URL; an object is JSON, and undefined and null fields are left out. A field whose name ends in * is sent once for each entry of a
 * list; other lists are separated by commas. Throws for an empty list of types, which the server would take for all of them.
 */
export const queryOf = (fields: ReadonlyArray<string>, input: Input): string => {
  const query = new URLSearchParams()
  for (const field of fields) {
    const name = field.replace("*", "")
    const value = input[name]
    if (value === undefined || value === null) continue
    if (name === "types" && Array.isArray(value) && value.length === 0) {
      throw unsent(undefined, { path: [name], message: "must not be empty" })
    }
    for (const each of name !== field && Array.isArray(value) ? value : [value]) query.append(name, textOf(each))
  }
  const text = query.toString()
  return text === "" ? "" : `?${text}`
}

// A page that is not loaded by HTTPS has no `crypto.randomUUID`.
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("")

/** A field as a segment of the path. Throws if the field is missing. */
export const segmentOf = (input: Input, field: string): string => {
  const value = input[field] ?? null
  if (value === null) throw unsent(undefined, { path: [field], message: "is required" })
  return toSegment(value)
}

const bodyOf = (fields: ReadonlyArray<readonly [string, unknown]>): string => {
  try {
    return JSON.stringify(Object.fromEntries(fields))
  } catch (cause) {
    throw unsent(cause, { path: [], message: "cannot be written as JSON" })
  }
}

const toRequest = ({ queryFields, takesBody, template }: Route, input: Input) => {
  const elsewhere = new Set(queryFields.map((field) => field.replace("*", "")))
  const path = template.replaceAll(/\{(\w+)\}/g, (_, field: string) => {
    elsewhere.add(field)
    return segmentOf(input, field)
  })
  const rest = Object.entries(input).filter(([field]) => !elsewhere.has(field))
  const body = takesBody ? bodyOf(rest) : undefined
  return { path: path + queryOf(queryFields, input), body }
}

/** Throws for an option that a call does not take, and for a signal that is none. */
export const checkCallOptions = (options: CallOptions, taken: ReadonlyArray<string>): void => {
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined) continue
    const refuse = (message: string) => unsent(undefined, { path: [name], message })
    if (!taken.includes(name))
      throw refuse(
        name === "idempotencyKey" ? "is taken only by calls that make something" : "is not an option of a call"
      )
    if (name === "signal" && typeof value?.addEventListener !== "function") throw refuse("must be an AbortSignal")
  }
}

/** Calls an endpoint with the fields of its path, query and body in one object. The server alone checks them. */
export const call = async (
  { root, token, ...sender }: Sender,
  route: Route,
  input: Input,
  { idempotencyKey, onResponse, signal }: CallOptions
): Promise<unknown> => {
  const { method, needsSession, takesBody, takesKey } = route
  const request = toRequest(route, input)
  const received = await send({
    ...sender,
    url: root + request.path,
    method,
    headers: {
      ...(takesBody ? { "content-type": "application/json" } : {}),
      ...(takesKey ? { "idempotency-key": idempotencyKey ?? newKey() } : {})
    },
    body: request.body,
    token: needsSession ? token : async () => undefined,
    signal,
    isRepeatable: method === "GET" || takesKey
  })
  const { response, text } = received
  if (!response.ok) throw failureOf(received)
  const answer = parsed(text)
  if (answer !== undefined) {
    onResponse?.(response)
    return answer
  }
  throw new BoardwrightClientError({ code: "UnexpectedAnswer", status: response.status, error: "Unexpected answer" })
}
