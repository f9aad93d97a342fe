import type { BoardwrightClient } from "@boardwright/client"

/** What an endpoint of the API answers with. */
export type AnswerOf<
  N extends keyof BoardwrightClient,
  Name extends keyof BoardwrightClient[N]
> = BoardwrightClient[N][Name] extends (...parameters: never) => Promise<infer Answer> ? Answer : never

/** What an endpoint of the API takes. */
export type InputOf<
  N extends keyof BoardwrightClient,
  Name extends keyof BoardwrightClient[N]
> = BoardwrightClient[N][Name] extends (input: infer Input, ...rest: never) => unknown ? NonNullable<Input> : never

/** The body of an error response; `message` is for people. */
export interface Refusal {
  readonly error?: string
  readonly message?: string
  readonly code?: string
  readonly details?: ReadonlyArray<{ readonly path: ReadonlyArray<string>; readonly message: string }>
}

/** A response. Its status is 0 where the server could not be reached. */
export type Response<Answer> =
  | { readonly ok: true; readonly status: number; readonly answer: Answer }
  | { readonly ok: false; readonly status: number; readonly answer: Refusal }

// What a person can do about a refusal that is not about the request.
const later = ({ headers, status }: globalThis.Response): Refusal => {
  const seconds = Number(headers.get("Retry-After")) || 60
  const [count, unit] = seconds < 60 ? [seconds, "second"] : [Math.ceil(seconds / 60), "minute"]
  const when = `in ${count} ${unit}${count === 1 ? "." : "s."}`
  if (status === 429) return { message: `Too many requests. Please try again ${when}` }
  if (status === 503) return { message: `The server cannot do this right now. Please try again ${when}` }
  return status >= 500 ? { message: "Something went wrong on the server. Please try again." } : {}
}

/** What a request has besides its path, and how its success is read. */
export interface RequestOptions<Answer> {
  readonly body?: unknown
  readonly method?: string
  readonly token?: string | null
  /** Default: omit. */
  readonly credentials?: RequestCredentials
  /** Default: as JSON. */
  readonly answerOf?: (response: globalThis.Response) => Promise<Answer>
}

const json = (response: globalThis.Response) => response.json().catch(() => ({}))

/** Sends a request to the API. Does not throw: a server that cannot be reached is a refusal, too. */
export const request = async <Answer>(
  path: string,
  { answerOf = json, body, credentials = "omit", method = "POST", token }: RequestOptions<Answer> = {}
): Promise<Response<Answer>> => {
  const headers: Record<string, string> = { Accept: "application/json" }
  if (body !== undefined) headers["Content-Type"] = "application/json"
  if (token) headers["Authorization"] = `Bearer ${token}`
  try {
    const response = await fetch(path, {
      ...{ method, headers, credentials, cache: "no-store" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
    const { ok, status } = response
    if (ok) return { ok, status, answer: await answerOf(response) }
    return { ok, status, answer: { ...(await json(response)), ...later(response) } }
  } catch {
    return { ok: false, status: 0, answer: { error: "The server cannot be reached. Please try again." } }
  }
}

/** A refusal in words. */
export const reasonOf = ({ error, message }: Refusal): string =>
  message ?? error ?? "Something went wrong. Please try again."
