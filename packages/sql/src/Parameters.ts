import type { Codec, Fields } from "./codecs.js"
import type { Place } from "./statement.js"

/** Collects the parameters of a statement whose text depends on its input. */
export class Parameters {
  readonly #given: Record<string, Codec<unknown>> = {}
  readonly #values: Record<string, unknown> = {}

  /** Adds a value and returns its place. */
  add<A>(codec: Codec<A>, value: A): Place {
    const name = `given${Object.keys(this.#values).length}`
    this.#given[name] = codec as Codec<unknown>
    this.#values[name] = value
    return name
  }

  get all(): { readonly given: Fields; readonly values: { readonly [name: string]: unknown } } {
    return { given: this.#given, values: this.#values }
  }
}
