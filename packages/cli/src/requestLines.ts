import { styleText } from "node:util"
import type { ServedRequest } from "@boardwright/http"

/**
 * Formats a request as a line, with its line end. `isSlow`: whether it took longer than the operator finds usual. A copy of the
 * request with this as a field took 3 of 60 us.
 */
export type ToRequestLine = (request: ServedRequest, isSlow: boolean) => string

const UNMATCHED = "unmatched"

const LABELS = { debug: "DEBUG", info: "INFO", warning: "WARN" } as const

const PLAIN = /^[\w.:/-]*$/

/** The text as in a JSON string. Ids, addresses and templates need no escapes. */
const escaped = (text: string): string => (PLAIN.test(text) ? text : JSON.stringify(text).slice(1, -1))

/** Milliseconds with two digits. */
const rounded = (millis: number): number => Math.round(millis * 100) / 100

let second = Number.NaN
let prefix = ""

/** The time as `toISOString` writes it, which is expensive and so called once a second. */
const timestamp = (): string => {
  const now = Date.now()
  const millis = now % 1000
  if (now - millis !== second) {
    second = now - millis
    prefix = new Date(second).toISOString().slice(0, 20)
  }
  return `${prefix}${millis < 10 ? "00" : millis < 100 ? "0" : ""}${millis}Z`
}

const callerOf = ({ address, userId }: ServedRequest): string => {
  if (userId !== null) return `,"userId":"${escaped(userId)}"`
  return address === null ? "" : `,"client":"${escaped(address)}"`
}

const annotationsOf = (request: ServedRequest, isSlow: boolean, route: string): string => {
  const { bytes, clientGone, databaseDuration, duration, method, requestId, statements, status, traceId } = request
  const database = statements === 0 ? "" : `,"databaseMs":${rounded(databaseDuration)},"statements":${statements}`
  const times = `"durationMs":${rounded(duration)}${database}`
  const measured = `"status":${status},${times},"bytes":${bytes}${callerOf(request)}`
  const flags = `${traceId === null ? "" : `,"traceId":"${traceId}"`}${clientGone ? ',"clientGone":true' : ""}${isSlow ? ',"slow":true' : ""}`
  return `"requestId":"${requestId}","method":"${method}","route":"${route}",${measured}${flags}`
}

/** The level of the line: a slow request is at least a warning. */
export const levelOf = ({ level }: ServedRequest, isSlow: boolean): ServedRequest["level"] =>
  isSlow ? "warning" : level

/**
 * Formats a request as JSON with the fields of every line, without a serializer because every request is logged. The
 * message has no id, so that equal messages can be counted.
 */
export const toJsonLine: ToRequestLine = (request, isSlow) => {
  const route = request.route === null ? UNMATCHED : escaped(request.route)
  const head = `"message":"${request.method} ${route} ${request.status}","logLevel":"${LABELS[levelOf(request, isSlow)]}"`
  return `{${head},"timestamp":"${timestamp()}","annotations":{${annotationsOf(request, isSlow, route)}},"spans":{}}\n`
}

// The caller decides about colours, not the state of standard output.
const ANY_STREAM = { validateStream: false }

const COLOURS = { debug: "gray", info: "green", warning: "yellow" } as const

const digits = (value: number, length: number): string => String(value).padStart(length, "0")

const timeOfDay = (now: Date): string => {
  const parts = [now.getHours(), now.getMinutes(), now.getSeconds()].map((part) => digits(part, 2))
  return `${parts.join(":")}.${digits(now.getMilliseconds(), 3)}`
}

/** Formats a request for people. */
export const toPrettyLine =
  (colours: boolean): ToRequestLine =>
  (request, isSlow) => {
    const { address, bytes, clientGone, databaseDuration, duration, method, requestId, route } = request
    const { statements, status, userId } = request
    const level = levelOf(request, isSlow)
    const style = (format: "gray" | "green" | "yellow", text: string) =>
      colours ? styleText(format, text, ANY_STREAM) : text
    const words = [
      `[${timeOfDay(new Date())}]`,
      style(COLOURS[level], LABELS[level]),
      `${method} ${route ?? UNMATCHED}`,
      style(status >= 500 ? "yellow" : "green", String(status)),
      `${rounded(duration)} ms`,
      `${bytes} B`,
      escaped(userId ?? address ?? ""),
      clientGone ? "client gone" : "",
      isSlow ? `slow: ${rounded(databaseDuration)} ms in the database, statements: ${statements}` : "",
      style("gray", requestId)
    ]
    return `${words.filter((word) => word !== "").join(" ")}\n`
  }
