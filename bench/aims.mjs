const under = (title, figure, most, unit) => ({
  title: `${title} at most ${most} ${unit}`,
  figure,
  met: (value) => value <= most
})
const over = (title, figure, least) => ({ title: `${title} at least ${least}`, figure, met: (value) => value >= least })

const WRITES = new Set(["create", "patchStatus", "patchColumn", "move", "comment"])
const READS = { me: 0.9, task: 0.7, list50: 0.9, list1000: 1, included: 0.9, filtered: 0.9 }

/** The least throughput of ours to the baseline's, by work and connections; undefined where none is set. */
const leastOf = (storage, work, connections) => {
  if (storage === "postgres") return 0.7
  if (work === "import") return 0.7
  if (work === "signIn") return 0.95
  if (WRITES.has(work)) return { 1: 0.6, 32: 2 }[connections]
  return connections === 32 ? READS[work] : undefined
}

/** What our throughput, our slowest answers and our memory are to reach in a row of the table. */
export const aimsOf = (storage, { connections, figures, work }) => {
  const us = figures.find(({ name }) => name === "us")
  const others = figures.filter(({ name }) => name === "fastify" || name === "express")
  const least = leastOf(storage, work, connections)
  const aims = []
  if (us === undefined || figures[0].name !== "baseline") return []
  if (least !== undefined) aims.push(over("throughput to the baseline's", us.to.baseline.throughput, least))
  if (storage === "sqlite" && connections === 32) aims.push(under("p99 to the baseline's", us.to.baseline.p99, 1.5, ""))
  if (work === "import") aims.push(under("longest wait of another request", us.longestBeside, 100, "ms"))
  if (connections <= 32) aims.push(under("memory after load", us.memory, 200, "MB"))
  for (const { name } of others) {
    aims.push(over(`throughput to that of ${name}`, us.to[name].throughput, 1))
    aims.push(under(`p99 to that of ${name}`, us.to[name].p99, 1, ""))
  }
  return aims.map(({ figure, met, title }) => ({ title: title.trim(), figure, met: met(figure) }))
}
