import { FiberRef } from "effect"

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

/** Where the statements of a fiber and its children are counted; null for nowhere. */
export const databaseTime: FiberRef.FiberRef<DatabaseTime | null> = FiberRef.unsafeMake<DatabaseTime | null>(null)
