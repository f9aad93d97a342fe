import type { Answer } from "../support/server.js"

/** Headers that differ from one answer to the next, whatever was asked. */
const VARYING = /^(x-request-id|x-ratelimit-.*|date)$/

/** An answer as it is sent, without what differs from one answer to the next anyway. */
export const sentText = ({ body, headers, status }: Answer): string =>
  JSON.stringify([status, [...headers].filter(([name]) => !VARYING.test(name)), body])
