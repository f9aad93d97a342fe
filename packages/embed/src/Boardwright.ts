// Declares AsyncDisposable for apps with older `lib` settings.
/// <reference lib="esnext.disposable" preserve="true" />

import { Facade } from "@boardwright/core"
import { layer, withoutAccounts } from "./layer.js"

/** An embedded Boardwright: every use case as a promise, and the API to mount. */
export interface Boardwright extends Facade.Hub, Facade.ChangeReactions, Facade.HostTransacting, AsyncDisposable {
  /**
   * The API as a web-standard handler, for Hono, Next and other frameworks with `Request` and `Response`. It responds to
   * every request, and rejects only if the argument is not a `Request`.
   */
  readonly fetch: (request: Request) => Promise<Response>
  /**
   * The metrics in Prometheus's text format 0.0.4, without those of the process. Rejects with `InvalidInput` without the
   * option `metrics`.
   */
  readonly metrics: () => Promise<string>
  /**
   * Finishes work in flight (for 10 seconds at most) and mails being sent, then closes storage and threads, after which
   * nothing keeps the process alive. New calls fail with the code `Closed`, new requests get a 503. Closing again has no
   * effect.
   */
  readonly close: () => Promise<void>
}

/** For Effect apps: `Boardwright.layer` needs one layer per adapter, and `onChange` makes layers beside it. */
export const Boardwright = { layer, withoutAccounts, onChange: Facade.onChange }
