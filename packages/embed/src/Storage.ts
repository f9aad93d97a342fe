import { layer as sqliteLayer } from "@boardwright/sqlite"
import type { Layer } from "effect"
import type { StoragePorts } from "./services.js"

/** Where everything is kept: `sqlite(...)`, or `storageOf(layer)` of an adapter of one's own. */
export interface Storage {
  readonly layer: Layer.Layer<StoragePorts, unknown>
}

/**
 * Keeps everything in a SQLite file, made where there is none in a folder that exists; `:memory:` keeps it nowhere. The
 * file may hold other tables: ours begin with `boardwright_`.
 */
export const sqlite = (filename: string): Storage => ({ layer: sqliteLayer({ filename }) })

/**
 * An adapter of one's own: a layer of every storage port, such as passes `storageContract`. Requests and sign-ins are
 * counted in this process unless the layer brings `Rate.RateCounts` and `Rate.Throttle` too.
 */
export const storageOf = <E>(layer: Layer.Layer<StoragePorts, E>): Storage => ({ layer })
