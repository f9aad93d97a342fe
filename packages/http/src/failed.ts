import { INTERNAL_SERVER_ERROR } from "./errors.js"
import { JSON_HEADERS, SECURITY_HEADERS } from "./headers.js"
import type { ServerResponse } from "./message.js"

/** The answer where serving itself failed. */
export const FAILED: ServerResponse = {
  status: INTERNAL_SERVER_ERROR.status,
  headers: { ...SECURITY_HEADERS, ...JSON_HEADERS },
  body: JSON.stringify(INTERNAL_SERVER_ERROR.body)
}
