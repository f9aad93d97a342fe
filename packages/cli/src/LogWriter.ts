/** What a log is written to; `process.stderr` is one. */
export interface LogStream {
  readonly write: (text: string, done: (error?: Error | null) => void) => unknown
}

/** How a log writes. */
export interface LogWriterOptions {
  /** The line that tells how many lines are missing here. */
  readonly missing: (lines: number) => string
  /** How many characters may wait for who reads the log; default a million. As many again may be on their way. */
  readonly atMost?: number | undefined
}

const AT_MOST = 1_000_000

/** A write is dear and these are few; of a pipe's 64 KiB it leaves room for another line. */
const CHUNK = 49_152

/** How long a line may wait for others to be written with. */
const GATHER_MILLIS = 20

/** After a failed write, such as to a full disk or to a reader who is gone. */
const RETRY_MILLIS = 1_000

/**
 * Writes lines to a stream that may be slow, stuck or gone, in the order in which they came. Lines that may wait are
 * gathered and written together. One write is under way at a time; what comes meanwhile waits in memory up to a bound,
 * past which lines are dropped and counted, and the count is told once there is room. It never throws, and waits for
 * nobody but in `drained`.
 */
export class LogWriter {
  #text = ""
  #lines = 0
  #missing = 0
  #isWriting = false
  #isGathering = false
  #whenDrained: () => void = () => undefined
  readonly #atMost: number

  constructor(
    private readonly stream: LogStream,
    private readonly options: LogWriterOptions
  ) {
    this.#atMost = options.atMost ?? AT_MOST
  }

  /** Takes a line, with its end, that may wait a moment. */
  gather(line: string): void {
    this.#take(line, this.#atMost)
    if (this.#text.length >= CHUNK) this.flush()
    else if (!this.#isGathering) {
      this.#isGathering = true
      setTimeout(() => {
        this.#isGathering = false
        this.flush()
      }, GATHER_MILLIS).unref()
    }
  }

  /** Takes a line, with its end, and writes it now, after those that were gathered. Of room it has twice as much. */
  write(line: string): void {
    this.#take(line, 2 * this.#atMost)
    this.flush()
  }

  /** Writes now what was gathered, unless a write is under way. */
  flush(): void {
    if (!this.#isWriting) this.last()
  }

  /** Writes what was gathered even while a write is under way: for when the process ends. */
  last(): void {
    this.#tellMissing()
    if (this.#text === "") return
    const [text, lines] = [this.#text, this.#lines]
    this.#text = ""
    this.#lines = 0
    this.#isWriting = true
    const done = (error?: Error | null) => {
      if (error === undefined || error === null) return this.#written()
      this.#missing += lines
      setTimeout(() => this.#written(), RETRY_MILLIS).unref()
    }
    try {
      this.stream.write(text, done)
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)))
    }
  }

  /** Writes what was gathered; resolves when all is written, or at the latest after so many milliseconds. */
  drained(patienceMillis: number): Promise<void> {
    this.flush()
    if (!this.#isWriting) return Promise.resolve()
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, patienceMillis)
      this.#whenDrained = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  #take(line: string, atMost: number): void {
    if (this.#text.length + line.length > atMost) {
      this.#missing += 1
      return
    }
    this.#tellMissing()
    this.#text += line
    this.#lines += 1
  }

  /** Puts the line that tells of the missing ones in their place, which counts for as many until it is written. */
  #tellMissing(): void {
    if (this.#missing === 0) return
    this.#text += this.options.missing(this.#missing)
    this.#lines += this.#missing
    this.#missing = 0
  }

  #written(): void {
    this.#isWriting = false
    this.flush()
    if (!this.#isWriting) this.#whenDrained()
  }
}
