import { Values } from "@boardwright/core"
import { type BodyRefused, refuseBody } from "./gate.js"

/** Most values in a body: an import has 10,000 rows of 100 cells. */
const MAX_VALUES = 1_200_000
/** Most values in one entry of a field, such as a row or a column's value of 16 KiB. */
const MAX_ENTRY_VALUES = 8_192
/** Most bytes of one text: the longest that any field takes, written as escapes, has 768 KiB. */
const MAX_TEXT_BYTES = 1024 * 1024
/** What is parsed in one go: bytes and values, or one entry if that has more. */
const PIECE_BYTES = 64 * 1024
const PIECE_VALUES = 8_192

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

/** A list or object that is a field of the body: where its entries are, cut at commas into pieces. */
export interface Container {
  readonly isList: boolean
  /** The first byte after the opening bracket, each comma that divides two pieces, and the closing bracket. */
  readonly cuts: Array<number>
}

/**
 * Reads the shape of a JSON object byte by byte and refuses by it: nesting, entries of a list or object, values in all, the length
 * of a text. It cuts what is long into pieces to be parsed one by one; whether they are JSON is seen then.
 */
export class JsonScan {
  readonly containers: Array<Container> = []
  readonly #bytes: Uint8Array
  readonly #entries = new Uint32Array(Values.MAX_DEPTH + 1)
  #at = 0
  #depth = 0
  #textFrom = -1
  #values = 0
  #valuesAtCut = 0
  #valuesAtEntry = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  /** Whether all brackets and texts are closed. */
  get isWhole(): boolean {
    return this.#depth === 0 && this.#textFrom < 0
  }

  /** Reads on, up to a place. */
  advance(to: number): BodyRefused | null {
    const bytes = this.#bytes
    for (; this.#at < to; this.#at++) {
      const byte = bytes[this.#at]
      if (this.#textFrom >= 0) {
        if (byte === BACKSLASH) this.#at++
        else if (byte === QUOTE) {
          if (this.#at - this.#textFrom > MAX_TEXT_BYTES) {
            return refuseBody(`a text must have at most ${MAX_TEXT_BYTES} bytes`)
          }
          this.#textFrom = -1
        }
        continue
      }
      if (byte === QUOTE) this.#textFrom = this.#at
      else if (byte === COMMA || byte === OPEN_LIST || byte === OPEN_OBJECT) {
        const refused = byte === COMMA ? this.#next() : this.#open(byte === OPEN_LIST)
        if (refused !== null) return refused
      } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
        if (this.#depth === 2) this.containers.at(-1)?.cuts.push(this.#at)
        if (--this.#depth < 0) return refuseBody("the body must be JSON")
      }
    }
    return null
  }

  #open(isList: boolean): BodyRefused | null {
    if (++this.#depth > Values.MAX_DEPTH) {
      return refuseBody(`must not be nested more than ${Values.MAX_DEPTH} levels deep`)
    }
    this.#entries[this.#depth] = 1
    if (this.#depth === 2) {
      this.containers.push({ isList, cuts: [this.#at + 1] })
      this.#valuesAtCut = this.#values
    }
    return this.#count()
  }

  #next(): BodyRefused | null {
    const entries = (this.#entries[this.#depth] ?? 0) + 1
    if (entries > Values.MAX_LIST) return refuseBody(`a list or object must have at most ${Values.MAX_LIST} entries`)
    this.#entries[this.#depth] = entries
    if (this.#depth <= 2) this.#valuesAtEntry = this.#values
    if (this.#depth === 2) this.#cut()
    return this.#count()
  }

  #count(): BodyRefused | null {
    this.#values++
    if (this.#values > MAX_VALUES) return refuseBody(`the body must have at most ${MAX_VALUES} values`)
    return this.#values - this.#valuesAtEntry > MAX_ENTRY_VALUES
      ? refuseBody(`an entry must have at most ${MAX_ENTRY_VALUES} values`)
      : null
  }

  #cut(): void {
    const cuts = this.containers.at(-1)?.cuts
    const last = cuts?.at(-1) ?? 0
    if (this.#at - last < PIECE_BYTES && this.#values - this.#valuesAtCut < PIECE_VALUES) return
    cuts?.push(this.#at)
    this.#valuesAtCut = this.#values
  }
}
