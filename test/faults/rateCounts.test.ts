import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { Rate } from "@boardwright/core"
import { Effect } from "effect"
import { expect, it } from "vitest"
import { print } from "./Load.js"
import { megabytes } from "./memory.js"

/** How much more heap twice as many addresses as are counted may take: 3.5 MB were seen, and 14 MB if all are kept. */
const BOUND_MB = 7

it("rate counts of ever more addresses use a bounded amount of memory", () => {
  setFlagsFromString("--expose-gc")
  const collect: () => void = runInNewContext("gc")
  const collected = (): number => {
    collect()
    return process.memoryUsage().heapUsed
  }
  const addresses = 2 * Rate.MAX_KEYS
  const program = Effect.gen(function* () {
    const counts = yield* Rate.RateCounts
    const fill = (from: number, to: number) =>
      Effect.gen(function* () {
        for (let at = from; at < to; at += 1) yield* counts.hit(`general:address:${at}`, 60_000)
      })
    yield* fill(0, Rate.MAX_KEYS)
    const full = collected()
    yield* fill(Rate.MAX_KEYS, addresses)
    const overfull = collected()
    const [first, last] = [
      yield* counts.hit("general:address:0", 60_000),
      yield* counts.hit(`general:address:${addresses - 1}`, 60_000)
    ]
    return { grown: megabytes(overfull - full), first: first.count, last: last.count }
  })
  const { first, grown, last } = Effect.runSync(Effect.provide(program, Rate.memoryRateCounts()))
  // The oldest count was dropped; the newest is still there.
  expect([first, last]).toEqual([1, 2])
  print(`${addresses} addresses counted: ${grown.toFixed(1)} MB more than at ${Rate.MAX_KEYS}`)
  expect(grown).toBeLessThan(BOUND_MB)
})
