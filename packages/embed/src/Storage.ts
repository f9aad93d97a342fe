import { Rate } from "@boardwright/core"
import { layer as sqliteLayer } from "@boardwright/sqlite"
import { Layer } from "effect"
import type { StoragePorts } from "./services.js"

/** Where everything is kept: `sqlite(...)`, or `storageOf(layer)` of an adapter of one's own. */
export interface Storage {
  readonly layer: Layer.Layer<StoragePorts, unknown>
}

/** Keeps everything in a SQLite file, made where there is none in a folder that exists; `:memory:` keeps it nowhere. */
export const sqlite = (filename: string): Storage => ({
  layer: Layer.merge(sqliteLayer({ filename }), Rate.memoryRateCounts())
})

/** An adapter of one's own: a layer of every storage port, such as those that pass `storageContract`. */
export const storageOf = <E>(layer: Layer.Layer<StoragePorts, E>): Storage => ({ layer })
