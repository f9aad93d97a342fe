import { aimsOf } from "./aims.mjs"
import { ON_ALL_CORES } from "./measure/contestants.mjs"
import { works } from "./work/works.mjs"

/** Three figures that count: 0.123, 1.23, 12.3, 123, 1,234. */
export const short = (value) =>
  value >= 100
    ? Math.round(value).toLocaleString("en")
    : value.toLocaleString("en", { minimumSignificantDigits: 3, maximumSignificantDigits: 3 })

/** A table in Markdown, as Prettier writes it: the first column is text, the others figures. */
export const tableOf = (head, rows) => {
  const widths = head.map((title, at) => Math.max(3, title.length, ...rows.map((row) => row[at].length)))
  const line = (row) =>
    `| ${row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]) : cell.padStart(widths[at]))).join(" | ")} |`
  const rule = widths.map((width, at) => (at === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`))
  return [line(head), line(rule), ...rows.map(line)].join("\n")
}

const headOf = ([{ name }]) => [
  "",
  "requests/s",
  `to ${name}`,
  "p50 ms",
  "p99 ms",
  `p99 to ${name}`,
  "CPU us",
  "peak MB"
]

const rowOf = (first) => (figures) => [
  figures.name,
  short(figures.perSecond),
  figures.to[first].throughput.toFixed(2),
  short(figures.p50),
  short(figures.p99),
  figures.to[first].p99.toFixed(2),
  short(figures.micros),
  short(figures.peakMemory)
]

/** More than this of a core and the load may be what is measured. */
const LOAD_SHARE = 0.9

const notes = ({ figures, work }) => {
  const busy = figures.filter(({ loadShare }) => loadShare > LOAD_SHARE).map(({ name }) => name)
  const found = []
  const beside = figures.filter(({ name }) => ON_ALL_CORES.has(name))
  if (beside.length > 0) {
    const all = beside.map(({ databaseMicros, loadMicros, micros, name }) => {
      const sum = databaseMicros + loadMicros + micros
      return `${name} ${short(micros)} + ${short(databaseMicros)} + ${short(loadMicros)} = ${short(sum)}`
    })
    found.push(
      `CPU us per request of the server, the database and the load, which share the cores: ${all.join("; ")}. Where no core is ` +
        `idle, throughput is inversely proportional to the sum.`
    )
  }
  if (works[work].beside !== undefined) {
    const waits = figures.map(({ longestBeside, name }) => `${name} ${short(longestBeside)} ms`).join(", ")
    found.push(`Longest wait of another request meanwhile: ${waits}.`)
  }
  for (const { name, unavailable } of figures) {
    if (unavailable > 0) found.push(`${name} answered 503 to ${(100 * unavailable).toFixed(1)} % of the requests.`)
  }
  if (busy.length > 0) found.push(`The load took over 90 % of its core against ${busy.join(", ")}: too low a figure.`)
  return found
}

const aimLine = ({ figure, met, title }) => `- ${met ? "met" : "**not met**"}: ${title} (${short(figure)})`

/** A row of the comparison: each contestant's figures, and what ours are to reach. */
export const comparisonOf = (storage, row) => {
  const title = `#### ${works[row.work].title}, ${row.connections} connection${row.connections === 1 ? "" : "s"}`
  const aims = aimsOf(storage, row).map(aimLine)
  const parts = [title, tableOf(headOf(row.figures), row.figures.map(rowOf(row.figures[0].name))), ...notes(row)]
  return [...parts, ...(aims.length === 0 ? [] : [aims.join("\n")])].join("\n\n")
}

/** All rows at a glance: our throughput to each other's. */
export const summaryOf = (storage, rows) => {
  const others = rows[0].figures.map(({ name }) => name).filter((name) => name !== "us")
  const head = [
    "work, connections",
    ...others.map((name) => `to ${name}`),
    "p99 to baseline",
    "CPU to baseline",
    "aims"
  ]
  const lines = rows.map((row) => {
    const { to } = row.figures.find(({ name }) => name === "us")
    const aims = aimsOf(storage, row)
    return [
      `${works[row.work].title}, ${row.connections}`,
      ...others.map((name) => to[name].throughput.toFixed(2)),
      to.baseline.p99.toFixed(2),
      to.baseline.micros.toFixed(2),
      `${aims.filter(({ met }) => met).length} of ${aims.length}`
    ]
  })
  return tableOf(head, lines)
}
