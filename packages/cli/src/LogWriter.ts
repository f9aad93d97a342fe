/** The destination of a log, such as `process.stderr`. */
export interface LogStream {
  readonly write: (text: string, done: (error?: Error | null) => void) => unknown
}

export interface LogWriterOptions {
  /** The line that reports how many lines were dropped here. */
  readonly missing: (lines: number) => string
  /** Maximum number of queued characters; default a million. As many again may be in the write under way. */
  readonly atMost?: number | undefined
}

const AT_MOST = 1_000_000

/** Characters per write: a write is expensive, and a pipe holds 64 KiB. */
const CHUNK = 49_152

/** How long a line may wait for others. */
const GATHER_MILLIS = 20

/** The pause after a failed write, such as to a full disk or a closed pipe. */
const RETRY_MILLIS = 1_000

/**
 * Writes lines in order to a stream that may be slow, blocked or closed. Lines that may wait are written together. One
 * write is under way at a time; further lines are queued in memory up to a limit, beyond which they are dropped, and a
 * line reports their number as soon as there is room. It never throws, and never waits except in `drained`.
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

  /** Queues a line, with its line end, for a joint write. */
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

  /** Writes a line, with its line end, and all queued lines now. Its limit is twice that of `gather`. */
  write(line: string): void {
    this.#take(line, 2 * this.#atMost)
    this.flush()
  }

  /** Writes the queued lines now, unless a write is under way. */
  flush(): void {
    if (!this.#isWriting) this.last()
  }

  /** Writes the queued lines even while a write is under way: for the end of the process. */
  last(): void {
    this.#reportMissing()
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

  /** Writes the queued lines, and resolves when all are written, at the latest after `patienceMillis`. */
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
    this.#reportMissing()
    this.#text += line
    this.#lines += 1
  }

  /** Queues the line that reports dropped lines. If its write fails, they still count as dropped. */
  #reportMissing(): void {
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
