import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { type LogStream, LogWriter } from "../src/LogWriter.js"

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** A stream that is read on request. */
class SlowStream implements LogStream {
  readonly written: Array<string> = []
  readonly #waiting: Array<(error?: Error | null) => void> = []

  readonly write = (text: string, done: (error?: Error | null) => void): void => {
    this.written.push(text)
    this.#waiting.push(done)
  }

  /** The reader takes what was written last, or breaks. */
  readonly read = (error?: Error): void => this.#waiting.shift()?.(error ?? null)
}

const given = (atMost?: number) => {
  const stream = new SlowStream()
  return { stream, writer: new LogWriter(stream, { missing: (lines) => `${lines} missing\n`, atMost }) }
}

it("writes gathered lines together after a moment", () => {
  const { stream, writer } = given()
  writer.gather("one\n")
  writer.gather("two\n")
  expect(stream.written).toEqual([])
  vi.advanceTimersByTime(20)
  expect(stream.written).toEqual(["one\ntwo\n"])
})

it("writes a line at once, after the gathered ones", () => {
  const { stream, writer } = given()
  writer.gather("one\n")
  writer.write("two\n")
  expect(stream.written).toEqual(["one\ntwo\n"])
})

it("writes large amounts at once", () => {
  const { stream, writer } = given()
  writer.gather(`${"x".repeat(50_000)}\n`)
  expect(stream.written).toHaveLength(1)
})

it("starts the next write when the one under way ends", () => {
  const { stream, writer } = given()
  writer.write("one\n")
  writer.write("two\n")
  writer.write("three\n")
  expect(stream.written).toEqual(["one\n"])
  stream.read()
  expect(stream.written).toEqual(["one\n", "two\nthree\n"])
})

it("drops and counts request lines before others if the reader is blocked", () => {
  const { stream, writer } = given(10)
  writer.write("first\n")
  for (const each of ["1", "2", "3", "4"]) writer.gather(`get ${each}\n`)
  writer.write("error\n")
  stream.read()
  expect(stream.written.at(-1)).toBe("get 1\n3 missing\nerror\n")
})

it("never exceeds its limit", () => {
  const { stream, writer } = given(1_000)
  const line = "an error of fifty characters, or of nearly as many\n"
  writer.write("first\n")
  for (let each = 0; each < 1_000; each += 1) writer.write(line)
  stream.read()
  expect(stream.written[1]).toBe(`${line.repeat(39)}961 missing\n`)
})

it("reports dropped lines once", () => {
  const { stream, writer } = given(10)
  writer.write("first\n")
  for (const each of ["1", "2", "3"]) writer.gather(`get ${each}\n`)
  for (let reads = 0; reads < 4; reads += 1) stream.read()
  writer.write("last\n")
  expect(stream.written).toEqual(["first\n", "get 1\n2 missing\n", "last\n"])
})

it("tries again a second after a failed write, and reports the lost lines", () => {
  const { stream, writer } = given()
  writer.write("one\n")
  writer.write("two\n")
  stream.read(new Error("ENOSPC"))
  expect(stream.written).toEqual(["one\n"])
  vi.advanceTimersByTime(1_000)
  expect(stream.written).toEqual(["one\n", "two\n1 missing\n"])
})

it("counts every line while all writes fail", () => {
  const { stream, writer } = given()
  for (const each of ["one", "two", "three"]) {
    writer.write(`${each}\n`)
    stream.read(new Error("EPIPE"))
    vi.advanceTimersByTime(1_000)
  }
  stream.read(new Error("EPIPE"))
  vi.advanceTimersByTime(1_000)
  expect(stream.written.at(-1)).toBe("3 missing\n")
})

it("treats an exception of the stream as a failed write", () => {
  let broken = true
  const written: Array<string> = []
  const write: LogStream["write"] = (text, done) => {
    if (broken) throw new Error("ENOSPC")
    written.push(text)
    done()
  }
  const writer = new LogWriter({ write }, { missing: (lines) => `${lines} missing\n` })
  writer.write("one\n")
  broken = false
  vi.advanceTimersByTime(1_000)
  writer.write("two\n")
  expect(written).toEqual(["1 missing\n", "two\n"])
})

it("is drained when all is written, or after the timeout", async () => {
  const { stream, writer } = given()
  writer.gather("one\n")
  const order: Array<string> = []
  const drained = writer.drained(1_000).then(() => order.push("drained"))
  stream.read()
  await drained
  expect(order).toEqual(["drained"])
  writer.write("never read\n")
  const impatient = writer.drained(1_000)
  vi.advanceTimersByTime(1_000)
  await impatient
  expect(stream.written).toEqual(["one\n", "never read\n"])
})

it("writes the last lines even while a write is under way", () => {
  const { stream, writer } = given()
  writer.write("one\n")
  writer.gather("two\n")
  writer.last()
  expect(stream.written).toEqual(["one\n", "two\n"])
})
