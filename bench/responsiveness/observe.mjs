import { setTimeout as sleep } from "node:timers/promises"
import { clock } from "./httpClient.mjs"
import { startLoad } from "./processes.mjs"

const SETTLE_MILLIS = 500

/** The value that a share of the values does not exceed. */
export const quantile = (values, share) =>
  values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(values.length * share) - 1)]

/** Milliseconds that each sample of this name took. */
export const durations = (samples, name) =>
  samples.filter((each) => each.name === name).map(({ from, to }) => to - from)

/** What readers and the probe see while some work is done. */
export const observe = async (server, job, work) => {
  const readers = await startLoad(job)
  await sleep(SETTLE_MILLIS)
  await server.probe("reset")
  const from = clock()
  const result = await work()
  const to = clock()
  const seen = await server.probe("tell")
  const samples = (await readers.stop()).filter((each) => each.to > from && each.from < to)
  return { result, from, to, samples, ...seen }
}

/** Rows of the figures of a kind of request. */
export const latencies = (samples, name, when) => {
  const millis = durations(samples, name)
  return {
    [`${name}, ${when}: p50`]: quantile(millis, 0.5),
    [`${name}, ${when}: p99`]: quantile(millis, 0.99),
    [`${name}, ${when}: max`]: Math.max(...millis)
  }
}
