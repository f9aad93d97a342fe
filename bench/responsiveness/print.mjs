import { quantile } from "./observe.mjs"

const WIDTH = 53

/** Prints the figures of the rounds as a table: each row is a name and, of several rounds, the median, first, best and worst. */
export const print = (rounds) => {
  const row = ([name, ...cells]) => `| ${[name.padEnd(WIDTH), ...cells.map((cell) => cell.padStart(9))].join(" | ")} |`
  const headings = rounds.length === 1 ? ["once"] : ["median", "first", "best", "worst"]
  console.log(row(["", ...headings]))
  console.log(row(["-".repeat(WIDTH), ...headings.map(() => `${"-".repeat(8)}:`)]))
  for (const name of Object.keys(rounds[0])) {
    const values = rounds.map((each) => each[name])
    const unit = name.endsWith("per second") ? "" : " ms"
    const figures = [quantile(values, 0.5), values[0], Math.min(...values), Math.max(...values)]
    console.log(row([name, ...figures.slice(0, headings.length).map((value) => `${value.toFixed(1)}${unit}`)]))
  }
  console.log()
}
