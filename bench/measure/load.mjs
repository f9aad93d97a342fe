// The load, a process of its own: each message `{connections, millis | requests, atLeast, port, size, work}` is a burst, which it
// answers with what it saw. It keeps one request under way on each connection.
import { once } from "node:events"
import { works } from "../work/works.mjs"
import { quantile } from "./figures.mjs"
import { HttpConnection, requestBytes } from "./httpConnection.mjs"

const prepared = new Map()
const cursors = new Map()

const bytesOf = (work, size) => {
  const key = `${work} ${JSON.stringify(size)}`
  if (!prepared.has(key)) prepared.set(key, works[work].requests(size).map(requestBytes))
  return prepared.get(key)
}

/** The next request of some work for a server: it goes on where the burst before ended. */
const nextOf = (work, port, size) => {
  const [list, key] = [bytesOf(work, size), `${work} ${port}`]
  return () => {
    const at = cursors.get(key) ?? 0
    cursors.set(key, (at + 1) % list.length)
    return list[at]
  }
}

const open = async (port, connections) => {
  const opened = Array.from({ length: connections }, () => new HttpConnection(port))
  await Promise.all(opened.map(({ opens }) => opens))
  return opened
}

/** What a server may say to what it cannot take on. */
const UNAVAILABLE = 503

/**
 * Asks over each connection again and again while `goes()`: the milliseconds that each answer took, and how often the
 * server said that it was too busy.
 */
const drive = async (opened, next, goes) => {
  const millis = []
  let unavailable = 0
  await Promise.all(
    opened.map(
      (connection) =>
        new Promise((resolve, reject) => {
          let from
          const again = () => {
            if (!goes()) return resolve()
            from = performance.now()
            connection.send(next(), answered)
          }
          const answered = (error, status) => {
            if (error) return reject(error)
            if (status === UNAVAILABLE) unavailable++
            else if (status >= 300) return reject(new Error(`an answer ${status} under load`))
            else millis.push(performance.now() - from)
            again()
          }
          again()
        })
    )
  )
  return { millis, unavailable }
}

const burst = async ({ atLeast = 0, beside, connections, millis, port, requests, size, work }) => {
  const [opened, watching] = [await open(port, connections), await open(port, beside === undefined ? 0 : 1)]
  const from = performance.now()
  const before = process.cpuUsage()
  let [left, started] = [requests, 0]
  let done = false
  const goes =
    requests === undefined ? () => performance.now() - from < millis || started++ < atLeast : () => left-- > 0
  const watched = drive(watching, nextOf(beside ?? work, port), () => !done)
  const { millis: seen, unavailable } = await drive(opened, nextOf(work, port, size), goes)
  const elapsed = performance.now() - from
  const { system, user } = process.cpuUsage(before)
  done = true
  const besides = await watched
  for (const connection of [...opened, ...watching]) connection.close()
  return {
    count: seen.length,
    unavailable,
    perSecond: seen.length / (elapsed / 1e3),
    p50: quantile(seen, 0.5),
    p99: quantile(seen, 0.99),
    longest: quantile(seen, 1),
    longestBeside: quantile(besides.millis, 1),
    loadShare: (system + user) / 1e3 / elapsed
  }
}

for (;;) {
  const [job] = await once(process, "message")
  try {
    process.send(await burst(job))
  } catch (error) {
    console.error(error)
    process.exit(1)
  }
}
