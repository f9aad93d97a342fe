import { Facade } from "@boardwright/core"
import type { ServerResponse } from "./ServerRequest.js"

const code = "Closed"

/** What a hub responds with after closing. */
export const CLOSED: ServerResponse = {
  status: Facade.STATUSES[code],
  headers: { "content-type": "application/json; charset=utf-8", "cache-control": "no-store", "retry-after": "1" },
  body: JSON.stringify({ error: "Service unavailable", code, message: "This Boardwright is closed", details: [] })
}
