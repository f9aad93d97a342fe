/** What the server sends to a worker. */
export type ToWorker =
  /** Asks for a `MetricsReport`; only one worker looks at what all share, the database. */
  | { readonly ask: "metrics"; readonly withDatabase: boolean }
  /** Asks whether its event loop turns, which it answers by `here`. */
  | { readonly ask: "sign" }
  /** Another worker has taken its place: it ends after the requests in flight. */
  | { readonly ask: "end" }

/** What a worker sends to the server. */
export type FromWorker = MetricsReport | "here"

/** The metrics of a worker in Prometheus's text format, and those of the database if it was asked to look. */
export interface MetricsReport {
  readonly own: string
  readonly database: string
}
