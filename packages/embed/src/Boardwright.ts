// AsyncDisposable, for those whose libraries are older.
/// <reference lib="esnext.disposable" preserve="true" />

import type { Facade } from "@boardwright/core"
import { layer, withoutAccounts } from "./layer.js"

/** An embedded Boardwright: every use case as a promise, and the API to mount. */
export interface Boardwright extends Facade.Hub, AsyncDisposable {
  /**
   * The API as a web-standard handler, for Hono, Next and whatever speaks `Request` and `Response`. It answers every
   * request it is given, and rejects only what is no `Request`.
   */
  readonly fetch: (request: Request) => Promise<Response>
  /**
   * Takes nothing new, finishes what is under way (for 10 seconds at most) and the mails being sent, and closes storage
   * and threads: nothing keeps the process alive then. Calls from now on fail with the code `Closed`, requests are
   * answered with 503. Any number of times is as good as once.
   */
  readonly close: () => Promise<void>
}

/** For Effect apps: `Boardwright.layer` on one layer for each adapter. */
export const Boardwright = { layer, withoutAccounts }
