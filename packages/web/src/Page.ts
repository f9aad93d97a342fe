/** What a page knows about the request. `URLSearchParams` fits `query`. */
export interface PageRequest {
  /** Base64 of at least 16 random bytes, new for each response; the same as in its content security policy. */
  readonly nonce: string
  readonly query: { readonly get: (name: string) => string | null }
  /** A header of the request, whatever the case of its name. */
  readonly header: (name: string) => string | undefined
}

/** A page of the standalone server, answered to GET with 200 and `text/html; charset=utf-8`. */
export interface Page {
  readonly path: string
  /** The `Content-Security-Policy` that this page is written for; that of all pages unless it has its own. */
  readonly contentSecurityPolicy?: (nonce: string) => string
  /** The document, or null where there is none to show: that is a 404. */
  readonly render: (request: PageRequest) => string | null | Promise<string | null>
}

/** What is the same for everyone and every request, served with an `ETag` and compressed. */
export interface Asset {
  readonly path: string
  readonly contentType: string
  /** A function is called once, when it is first asked for. */
  readonly body: string | Uint8Array | (() => string | Uint8Array | Promise<string | Uint8Array>)
  /** By names in lower case, besides the headers that say how it is kept. */
  readonly headers?: { readonly [name: string]: string }
}
