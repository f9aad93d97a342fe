/** A measured quantity with values for its labels. Writes its samples as lines of Prometheus's text format. */
interface Instrument {
  readonly samples: (name: string, labels: string) => ReadonlyArray<string>
}

const numberOf = (value: number): string => (Math.abs(value) === Infinity ? (value > 0 ? "+Inf" : "-Inf") : `${value}`)

const line = (name: string, labels: string, value: number): string =>
  labels === "" ? `${name} ${numberOf(value)}` : `${name}{${labels}} ${numberOf(value)}`

/** A number; null while it is unknown, which writes no sample. */
export class Value implements Instrument {
  #value: number | null
  #read: () => number | null = () => this.#value

  constructor(initial: number | null) {
    this.#value = initial
  }

  add(amount = 1): void {
    this.#value = (this.#value ?? 0) + amount
  }

  set(value: number | null): void {
    this.#value = value
  }

  /** Reads the number when it is written, from now on. */
  from(read: () => number | null): void {
    this.#read = read
  }

  samples(name: string, labels: string): ReadonlyArray<string> {
    const value = this.#read()
    return value === null ? [] : [line(name, labels, value)]
  }
}

/** Counts observations, in seconds, in buckets with these upper bounds. One with labels writes nothing until the first. */
export class Histogram implements Instrument {
  readonly #counts: Float64Array
  #sum = 0

  constructor(readonly bounds: ReadonlyArray<number>) {
    this.#counts = new Float64Array(bounds.length + 1)
  }

  observe(seconds: number): void {
    const { bounds } = this
    let at = 0
    while (at < bounds.length && seconds > (bounds[at] as number)) at++
    this.#counts[at] = (this.#counts[at] as number) + 1
    this.#sum += seconds
  }

  samples(name: string, labels: string): ReadonlyArray<string> {
    if (labels !== "" && this.#counts.every((count) => count === 0)) return []
    const prefix = labels === "" ? "" : `${labels},`
    let total = 0
    const buckets = [...this.bounds, Infinity].map((bound, at) => {
      total += this.#counts[at] as number
      return line(`${name}_bucket`, `${prefix}le="${numberOf(bound)}"`, total)
    })
    return [...buckets, line(`${name}_sum`, labels, this.#sum), line(`${name}_count`, labels, total)]
  }
}

const escaped = (text: string): string => text.replace(/[\\"\n]/g, (each) => (each === "\n" ? "\\n" : `\\${each}`))

/** A metric: its name, help and type, and an instrument for each combination of its labels' values. */
export class Metric<I extends Instrument> {
  readonly #instruments = new Map<string, { readonly labels: string; readonly instrument: I }>()

  constructor(
    readonly name: string,
    readonly help: string,
    readonly type: "counter" | "gauge" | "histogram",
    readonly labels: ReadonlyArray<string>,
    private readonly make: () => I
  ) {}

  /** The instrument for these values of the labels. Their number must be bounded: it exists from now on. */
  of(...values: ReadonlyArray<string | number>): I {
    const key = values.join("\n")
    const known = this.#instruments.get(key)
    if (known !== undefined) return known.instrument
    const labels = this.labels.map((label, at) => `${label}="${escaped(String(values[at]))}"`).join(",")
    const instrument = this.make()
    this.#instruments.set(key, { labels, instrument })
    return instrument
  }

  /** The metric in Prometheus's text format; empty without samples. */
  get text(): string {
    const lines = [...this.#instruments.values()].flatMap(({ instrument, labels }) =>
      instrument.samples(this.name, labels)
    )
    if (lines.length === 0) return ""
    return [`# HELP ${this.name} ${this.help}`, `# TYPE ${this.name} ${this.type}`, ...lines, ""].join("\n")
  }
}
