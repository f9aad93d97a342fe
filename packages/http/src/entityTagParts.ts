/** The header of a response that names the state of what it shows, for the OpenAPI document. */
export const ETAG = {
  description: "Names this state of what is shown, to this caller",
  required: true,
  schema: { type: "string" }
}

/** The header of a request that names the caller's copies, for the OpenAPI document. */
export const IF_NONE_MATCH = {
  name: "If-None-Match",
  in: "header",
  required: false,
  description: "The ETag of the caller's copy, or several: if it is still fresh, the response is a 304 without a body",
  schema: { type: "string" }
}
