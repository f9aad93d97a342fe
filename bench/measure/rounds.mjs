import { works } from "../work/works.mjs"
import { ON_ALL_CORES } from "./contestants.mjs"
import { median } from "./figures.mjs"
import { postgresTime } from "./postgresTime.mjs"

/** Requests to a server before it is measured, at least: on a busy machine a time alone leaves code that is not compiled. */
const WARM_REQUESTS = 25_000

const measured = async (server, load, job) => {
  await server.probe("reset")
  const before = postgresTime()
  const seen = await load.burst({ ...job, port: server.port })
  const { longestPause, memory, processorTime } = await server.probe("tell")
  const count = seen.count + seen.unavailable
  return {
    ...seen,
    longestPause,
    memory,
    microsPerRequest: (processorTime * 1e3) / count,
    loadMicros: (seen.loadShare * 1e6) / seen.perSecond,
    databaseMicros: (postgresTime() - before) / count
  }
}

const overRounds = (rounds, figure) => median(rounds.map((round) => figure(round)))

/**
 * Bursts in turn: each round asks every server for a burst, another one first each time, so that what else the machine
 * does hits all alike. Answers for each server the medians of its figures and, in `to`, of
 * their ratios to each server's.
 */
export const measureRounds = async (servers, load, work, { connections, millis, rounds, warmMillis }) => {
  const { beside, most = {} } = works[work]
  const job = { work, beside, millis, requests: most.requests, connections: most.connections ?? connections }
  const atLeast = servers.some(({ name }) => ON_ALL_CORES.has(name)) ? WARM_REQUESTS : 0
  for (const { port } of servers) await load.burst({ ...job, port, millis: warmMillis, atLeast })
  const seen = servers.map(() => [])
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < servers.length; turn++) {
      const at = (round + turn) % servers.length
      seen[at].push(await measured(servers[at], load, job))
    }
  }
  return Promise.all(
    servers.map(async (server, at) => {
      const figure = (name) => overRounds(seen[at], (round) => round[name])
      const ratio = (name, other) => median(seen[at].map((round, nth) => round[name] / seen[other][nth][name]))
      const to = servers.map(({ name }, other) => [
        name,
        { throughput: ratio("perSecond", other), p99: ratio("p99", other), micros: ratio("microsPerRequest", other) }
      ])
      return {
        name: server.name,
        perSecond: figure("perSecond"),
        to: Object.fromEntries(to),
        p50: figure("p50"),
        p99: figure("p99"),
        micros: figure("microsPerRequest"),
        longestBeside: figure("longestBeside"),
        longestPause: figure("longestPause"),
        loadMicros: figure("loadMicros"),
        databaseMicros: figure("databaseMicros"),
        loadShare: Math.max(...seen[at].map(({ loadShare }) => loadShare)),
        unavailable:
          seen[at].reduce((sum, each) => sum + each.unavailable / (each.count + each.unavailable), 0) / rounds,
        memory: seen[at].at(-1).memory,
        peakMemory: (await server.probe("tell")).peakMemory,
        startedIn: server.startedIn
      }
    })
  )
}
