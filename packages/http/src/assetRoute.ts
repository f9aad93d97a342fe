import { Effect } from "effect"
import type { StaticRoute } from "./router.js"
import { knownTags } from "./entityTag.js"
import type { ServerRequest, ServerResponse } from "./ServerRequest.js"

/** Content that is the same for every request: a stylesheet, a script, a page without a nonce. */
export interface Asset {
  readonly path: string
  readonly contentType: string
  /** A function is called once, on the first request. */
  readonly body: string | Uint8Array | (() => string | Uint8Array | Promise<string | Uint8Array>)
  /** Headers by lower-case names. Default: `cache-control: no-cache`. */
  readonly headers?: { readonly [name: string]: string }
}

/** A body in one encoding. Each has its own ETag, because the tags are strong (RFC 9110, section 8.8.3.3). */
interface Representation {
  readonly body: Uint8Array
  readonly etag: string
}

interface Prepared {
  readonly identity: Representation
  readonly gzip: Representation
}

const gzipped = async (bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> => {
  const zipped = new Blob([bytes]).stream().pipeThrough(new CompressionStream("gzip"))
  return new Uint8Array(await new Response(zipped).arrayBuffer())
}

const prepare = async ({ body }: Asset): Promise<Prepared> => {
  const made = typeof body === "function" ? await body() : body
  const bytes = typeof made === "string" ? new TextEncoder().encode(made) : Uint8Array.from(made)
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))
  const hash = Array.from(digest.subarray(0, 16), (byte) => byte.toString(16).padStart(2, "0")).join("")
  return {
    identity: { body: bytes, etag: `"${hash}"` },
    gzip: { body: await gzipped(bytes), etag: `"${hash}-gzip"` }
  }
}

const entriesOf = (list: string): ReadonlyArray<string> => list.split(",").map((entry) => entry.trim())

/** RFC 9110, section 12.5.3: `gzip` or `*`, unless its quality is 0. */
const acceptsGzip = (accepted: string): boolean => {
  const offers = entriesOf(accepted.toLowerCase()).map((entry) => entry.split(";").map((part) => part.trim()))
  const offer = offers.find(([coding]) => coding === "gzip") ?? offers.find(([coding]) => coding === "*")
  return offer !== undefined && !offer.slice(1).some((parameter) => /^q=0(\.0*)?$/.test(parameter))
}

const answer = ({ contentType, headers: own }: Asset, prepared: Prepared, request: ServerRequest): ServerResponse => {
  const zip = acceptsGzip(request.header("accept-encoding") ?? "")
  const { body, etag } = zip ? prepared.gzip : prepared.identity
  const headers = { "cache-control": "no-cache", ...own, etag, vary: "Accept-Encoding" }
  if (knownTags(request).some((tag) => tag === "*" || tag === etag)) return { status: 304, headers, body: "" }
  const encoding: { readonly [name: string]: string } = zip ? { "content-encoding": "gzip" } : {}
  return { status: 200, headers: { "content-type": contentType, ...headers, ...encoding }, body }
}

/** Serves an asset with an ETag: a browser revalidates it each time and downloads it once. */
export const assetRoute = (asset: Asset): StaticRoute => {
  let prepared: Promise<Prepared> | undefined
  return {
    _tag: "Static",
    name: `asset ${asset.path}`,
    method: "GET",
    template: asset.path,
    respond: (request) =>
      Effect.map(
        Effect.promise(() => (prepared ??= prepare(asset))),
        (ready) => answer(asset, ready, request)
      )
  }
}
