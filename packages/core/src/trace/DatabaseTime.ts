import { Context, FiberRef } from "effect"

/** The time in which a request waits for the database, and the number of its statements. */
export class DatabaseTime {
  statements = 0
  #millis = 0
  #waiting = 0
  #from = 0

  /** `now`: a clock, in milliseconds. */
  constructor(private readonly now: () => number) {}

  /** Begins a wait. Waits may overlap, and their time then counts once. */
  begin(): void {
    if (this.#waiting === 0) this.#from = this.now()
    this.#waiting += 1
  }

  /** Ends a wait. */
  end(): void {
    this.#waiting -= 1
    if (this.#waiting === 0) this.#millis += this.now() - this.#from
  }

  /** The time until now, in milliseconds. */
  get millis(): number {
    return this.#waiting === 0 ? this.#millis : this.#millis + this.now() - this.#from
  }
}

/**
 * Whether the database that is opened counts the statements of requests, and has spans for them. It costs the cheapest requests
 * about a tenth of their throughput, so it is off unless somebody looks.
 */
export class ObservesDatabase extends Context.Reference<ObservesDatabase>()("@boardwright/core/ObservesDatabase", {
  defaultValue: (): boolean => false
}) {}

/** Where the statements of a fiber and its children are counted; null for nowhere. */
export const databaseTime: FiberRef.FiberRef<DatabaseTime | null> = FiberRef.unsafeMake<DatabaseTime | null>(null)
