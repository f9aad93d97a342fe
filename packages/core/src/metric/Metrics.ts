import { Histogram, Metric, Value } from "./Metric.js"

const REQUEST_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const STATEMENT_SECONDS = [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5]
const LOOP_SECONDS = [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5]
const CHANGE_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60]

/** The metrics of an instance, each defined here only. What never gets a value is not written. */
export class Metrics {
  readonly #all: Array<Metric<Value> | Metric<Histogram>> = []

  readonly requests = this.#histogram(
    "boardwright_http_request_duration_seconds",
    "Time from the headers of a request until its response was written, by route template, method and status.",
    REQUEST_SECONDS,
    "route",
    "method",
    "status"
  )
  readonly rateLimited = this.#counter(
    "boardwright_http_rate_limited_requests_total",
    "Requests that were answered with 429."
  ).of()
  readonly streams = this.#gauge("boardwright_streams_open", "Open streams of changes.").of()

  readonly databaseUp = this.#gauge(
    "boardwright_database_up",
    "Whether the database answered the last look at the queues (1) or not (0)."
  ).of()
  readonly statements = this.#histogram(
    "boardwright_database_statement_duration_seconds",
    "Time that the database took for a statement, by repository method; of commits as Transactor.commit.",
    STATEMENT_SECONDS,
    "operation"
  )
  readonly poolConnections = this.#gauge(
    "boardwright_database_pool_connections",
    "Connections of the PostgreSQL pool, by state: used or idle.",
    "state"
  )
  readonly poolSize = this.#gauge(
    "boardwright_database_pool_max_connections",
    "The most connections of the PostgreSQL pool."
  ).of()
  readonly poolWaiting = this.#gauge(
    "boardwright_database_pool_waiting_requests",
    "Requests that wait for a connection of the PostgreSQL pool."
  ).of()
  readonly longReadsWaiting = this.#gauge(
    "boardwright_database_long_reads_waiting",
    "Searches and other long reads that wait for SQLite's thread."
  ).of()
  readonly walBytes = this.#gauge("boardwright_database_wal_bytes", "Size of SQLite's write-ahead log.").of()

  readonly lastBackup = this.#gauge(
    "boardwright_last_verified_backup_timestamp_seconds",
    "When the last verified backup was recorded, as a Unix time."
  ).of()

  readonly hashQueue = this.#gauge(
    "boardwright_password_hash_queue_length",
    "Passwords that wait for a hashing thread."
  ).of()
  readonly hashRunning = this.#gauge("boardwright_password_hash_running", "Passwords that are being hashed.").of()

  readonly mailQueue = this.#gauge("boardwright_mail_queue_length", "Queued emails, counted up to 10000.").of()
  readonly mailAge = this.#gauge(
    "boardwright_mail_queue_oldest_age_seconds",
    "Age of the oldest queued email; 0 without one."
  ).of()

  readonly changes = this.#counter("boardwright_changes_placed_total", "Changes in the feed, by all instances.").of()
  readonly unplaced = this.#gauge(
    "boardwright_changes_unplaced",
    "Committed changes without a position in the feed yet, counted up to 10000."
  ).of()
  readonly unplacedAge = this.#gauge(
    "boardwright_changes_unplaced_oldest_age_seconds",
    "Age of the oldest committed change without a position in the feed; 0 without one."
  ).of()
  readonly changeDelay = this.#histogram(
    "boardwright_change_delay_seconds",
    "Time from a change until this instance gave it to those who wait for changes.",
    CHANGE_SECONDS
  ).of()

  readonly webhookAttempts = this.#counter(
    "boardwright_webhook_attempts_total",
    "Attempts to deliver to webhooks, by result: delivered, or why it failed.",
    "result"
  )
  readonly webhookQueue = this.#gauge(
    "boardwright_webhook_queue_length",
    "Pending deliveries to active webhooks, counted up to 10000."
  ).of()
  readonly webhookAge = this.#gauge(
    "boardwright_webhook_queue_oldest_due_age_seconds",
    "For how long the earliest delivery to an active webhook has been due; 0 without one."
  ).of()

  readonly loopDelay = this.#histogram(
    "boardwright_event_loop_delay_seconds",
    "How late a timer fires that is due every 20 ms.",
    LOOP_SECONDS
  )
  readonly loopActive = this.#counter(
    "boardwright_event_loop_active_seconds_total",
    "Time in which the event loop was not idle."
  )
  readonly build = this.#gauge(
    "boardwright_build_info",
    "1, with the versions of Boardwright and Node.",
    "version",
    "node"
  )
  readonly cpuSeconds = this.#counter("process_cpu_seconds_total", "CPU time of the process, user and system.")
  readonly memoryBytes = this.#gauge("process_resident_memory_bytes", "Resident memory of the process.").of()
  readonly startTime = this.#gauge("process_start_time_seconds", "Start of the process, as a Unix time.").of()
  readonly openFiles = this.#gauge("process_open_fds", "Open file descriptors of the process.").of()
  readonly heapUsed = this.#gauge("nodejs_heap_size_used_bytes", "JavaScript heap in use.").of()
  readonly heapTotal = this.#gauge("nodejs_heap_size_total_bytes", "JavaScript heap.").of()

  /** All metrics in Prometheus's text format 0.0.4. */
  get text(): string {
    return this.#all.map(({ text }) => text).join("")
  }

  #add<M extends Metric<Value> | Metric<Histogram>>(metric: M): M {
    this.#all.push(metric)
    return metric
  }

  #counter(name: string, help: string, ...labels: ReadonlyArray<string>): Metric<Value> {
    return this.#add(new Metric(name, help, "counter", labels, () => new Value(0)))
  }

  #gauge(name: string, help: string, ...labels: ReadonlyArray<string>): Metric<Value> {
    return this.#add(new Metric(name, help, "gauge", labels, () => new Value(null)))
  }

  #histogram(
    name: string,
    help: string,
    bounds: ReadonlyArray<number>,
    ...labels: ReadonlyArray<string>
  ): Metric<Histogram> {
    return this.#add(new Metric(name, help, "histogram", labels, () => new Histogram(bounds)))
  }
}
