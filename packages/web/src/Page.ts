/** What a page knows about the request. `URLSearchParams` fits `query`. */
export interface PageRequest {
  /** Base64 of at least 16 random bytes, new for each response; the same as in its content security policy. */
  readonly nonce: string
  readonly query: { readonly get: (name: string) => string | null }
}

/** A page of the standalone server, answered to GET with 200 and `text/html; charset=utf-8`. */
export interface Page {
  readonly path: string
  readonly render: (request: PageRequest) => string
}
