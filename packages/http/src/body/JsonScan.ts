import { Values } from "@boardwright/core"
import { type BodyError, invalidBody, NOT_JSON } from "./BodyError.js"

/** Values in a body, at most: an import has 10,000 rows of 100 cells. */
const MAX_VALUES = 1_200_000
/** Values in one entry of a field, at most: a row, or a column's value of 16 KiB. */
const MAX_ENTRY_VALUES = 8_192
/** Bytes of one text, at most: the longest text of any field, written as escapes, has 768 KiB. */
const MAX_TEXT_BYTES = 1024 * 1024
/** The size of a piece that is parsed in one go; a single entry may be larger. */
const PIECE_BYTES = 64 * 1024
const PIECE_VALUES = 8_192

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

/** A list or object that is a field of the body, cut at commas into pieces. */
export interface Container {
  readonly isList: boolean
  /** The first byte after the opening bracket, each comma that divides two pieces, and the closing bracket. */
  readonly cuts: Array<number>
}

/**
 * Scans a JSON object byte by byte, before it is parsed. Checks nesting, entries of each list or object, values in all and
 * the length of each text, and cuts long fields into pieces to be parsed one by one.
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

  /** Scans on, up to a byte. */
  advance(to: number): BodyError | null {
    const bytes = this.#bytes
    for (; this.#at < to; this.#at++) {
      const byte = bytes[this.#at]
      if (this.#textFrom >= 0) {
        if (byte === BACKSLASH) this.#at++
        else if (byte === QUOTE) {
          if (this.#at - this.#textFrom > MAX_TEXT_BYTES) {
            return invalidBody(`a text must have at most ${MAX_TEXT_BYTES} bytes`)
          }
          this.#textFrom = -1
        }
        continue
      }
      if (byte === QUOTE) this.#textFrom = this.#at
      else if (byte === COMMA || byte === OPEN_LIST || byte === OPEN_OBJECT) {
        const error = byte === COMMA ? this.#next() : this.#open(byte === OPEN_LIST)
        if (error !== null) return error
      } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
        if (this.#depth === 2) this.containers.at(-1)?.cuts.push(this.#at)
        if (--this.#depth < 0) return NOT_JSON
      }
    }
    return null
  }

  #open(isList: boolean): BodyError | null {
    if (++this.#depth > Values.MAX_DEPTH) {
      return invalidBody(`must not be nested more than ${Values.MAX_DEPTH} levels deep`)
    }
    this.#entries[this.#depth] = 1
    if (this.#depth === 2) {
      this.containers.push({ isList, cuts: [this.#at + 1] })
      this.#valuesAtCut = this.#values
    }
    return this.#count()
  }

  #next(): BodyError | null {
    const entries = (this.#entries[this.#depth] ?? 0) + 1
    if (entries > Values.MAX_LIST) return invalidBody(`a list or object must have at most ${Values.MAX_LIST} entries`)
    this.#entries[this.#depth] = entries
    if (this.#depth <= 2) this.#valuesAtEntry = this.#values
    if (this.#depth === 2) this.#cut()
    return this.#count()
  }

  #count(): BodyError | null {
    this.#values++
    if (this.#values > MAX_VALUES) return invalidBody(`the body must have at most ${MAX_VALUES} values`)
    return this.#values - this.#valuesAtEntry > MAX_ENTRY_VALUES
      ? invalidBody(`an entry must have at most ${MAX_ENTRY_VALUES} values`)
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
