import { BoardwrightClientError, createClient } from "@boardwright/client"
import { fetchOnce } from "../earlyReads.js"
import { isRenewedSince, signInAgain, signedOut, token } from "../session.js"
import { refusalText, ruleText } from "../text/refusals.js"
import { say } from "../text/say.js"
import { notifyOfWait } from "./store/notices.js"
import { t } from "./text/texts.js"

/** After this a change without an answer counts as one that found no connection. */
const ANSWER_MILLIS = 60_000

/** Reads, and imports with their files, may take as long as they need. */
const fetchInTime: typeof fetch = async (url, options) => {
  const isLong = options?.method === "GET" || String(url).endsWith("/import")
  const response = await fetchOnce(url, isLong ? options : { signal: AbortSignal.timeout(ANSWER_MILLIS), ...options })
  // The client sends the request again by itself.
  if (response.status === 429) notifyOfWait(Number(response.headers.get("retry-after")) || 60)
  return response
}

/** A typed client of this server. What the app does, any client can do. */
export const clientWith = (fetch: typeof globalThis.fetch) =>
  createClient({ baseUrl: "", fetch, token: () => token() ?? undefined })

export const api = clientWith(fetchInTime)

/** Calls the API. Where the session has ended a dialog renews it first: nothing that was entered is lost. */
export const renewing = async <A>(call: () => Promise<A>): Promise<A> => {
  for (;;) {
    const sent = token()
    try {
      return await call()
    } catch (error) {
      const isSessionEnded = error instanceof BoardwrightClientError && error.status === 401
      if (!isSessionEnded || (!isRenewedSince(sent) && !(await signInAgain()))) throw error
    }
  }
}

/** Calls the API for what a page shows first, with nothing entered yet: an ended session opens the sign-in page. */
export const reading = async <A>(call: () => Promise<A>): Promise<A> => {
  const sent = token()
  try {
    return await call()
  } catch (error) {
    if (error instanceof BoardwrightClientError && error.status === 401) {
      if (isRenewedSince(sent)) return reading(call)
      signedOut(say("session.ended"))
    }
    throw error
  }
}

/** Whether something is not there, or not where the user may read it. */
export const isMissing = (error: unknown): boolean =>
  error instanceof BoardwrightClientError && (error.status === 404 || error.status === 403)

/** Lets what somebody else has ended meanwhile count as done. */
export const unlessGone = (error: unknown): void => {
  if (!(error instanceof BoardwrightClientError && error.status === 404)) throw error
}

const PASSING_CODES = new Set(["NetworkFailure", "UnexpectedAnswer", "IdempotencyKeyInUse"])
const PASSING_STATUSES = new Set([408, 502, 503, 504])

/** Whether the server has not answered, or something before it has instead, so that the same call may succeed later. */
export const isOffline = (error: unknown): boolean =>
  error instanceof BoardwrightClientError && (PASSING_CODES.has(error.code) || PASSING_STATUSES.has(error.status ?? 0))

/** What users call the fields that they enter. */
const INPUTS = {
  content: "input.content",
  description: "input.description",
  dueDate: "field.dueDate",
  email: "input.email",
  label: "input.label",
  name: "input.name",
  withTasks: "input.withTasks"
} as const

const inputText = (field: unknown): string =>
  typeof field === "string" && Object.hasOwn(INPUTS, field) ? t(INPUTS[field as keyof typeof INPUTS]) : String(field)

/** Whether code that is loaded when it is needed was not: a newer server has no files of the version in an open tab. */
export const isLostPart = (error: unknown): boolean => error instanceof TypeError && /module/i.test(error.message)

/** An error in the words of the user. */
export const reasonOf = (error: unknown): string => {
  if (!(error instanceof BoardwrightClientError)) return t(isLostPart(error) ? "error.part" : "error.unexpected")
  const { code, details, retryAfter, status } = error
  if (status === null) return t("error.offline")
  if (status === 401) return t("error.signedOut")
  if (status === 429) return t("error.tooMany", { n: retryAfter ?? 60 })
  if (status >= 500) return t("error.server")
  return details.length === 0 || code === "NotFound"
    ? (refusalText(code) ?? error.error)
    : details
        .map(
          ({ message: rule, path }) =>
            `${inputText(path.at(-1))} ${rule.startsWith("must be an ISO") ? t("rule.date") : ruleText(rule)}`
        )
        .join(". ")
}
