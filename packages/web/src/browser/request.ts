import type { BoardwrightClient } from "@boardwright/client"
import { refusalText, ruleText } from "./text/refusals.js"
import { documentLanguage, say } from "./text/say.js"

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
  const times = new Intl.RelativeTimeFormat(documentLanguage())
  const when = seconds < 60 ? times.format(seconds, "second") : times.format(Math.ceil(seconds / 60), "minute")
  if (status === 429) return { message: say("error.tooMany", { when }) }
  if (status === 503) return { message: say("error.unavailable", { when }) }
  return status >= 500 ? { message: say("error.server") } : {}
}

/** A refusal in the language of the document. */
const inWords = (refusal: Refusal): Refusal => {
  const message = refusalText(refusal.code) ?? refusal.message
  const details = (refusal.details ?? []).map((issue) => ({ ...issue, message: ruleText(issue.message) }))
  return { ...refusal, ...(message === undefined ? {} : { message }), details }
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
    return { ok, status, answer: { ...inWords(await json(response)), ...later(response) } }
  } catch {
    return { ok: false, status: 0, answer: { error: say("error.unreachable") } }
  }
}

/** A refusal in words. */
export const reasonOf = ({ error, message }: Refusal): string => message ?? error ?? say("error.failed")
