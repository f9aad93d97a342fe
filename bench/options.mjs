import { parseArgs } from "node:util"
import { COMPARED, contestants, useEarlier } from "./measure/contestants.mjs"
import { works } from "./work/works.mjs"

const PARTS = [
  "sqlite",
  "slowDisk",
  "postgres",
  "inProcess",
  "growth",
  "bulk",
  "sorted",
  "unchanged",
  "search",
  "start",
  "metrics",
  "workers"
]

const listed = (text, known, what) => {
  const names = text.split(",")
  const unknown = names.filter((name) => !known.includes(name))
  if (unknown.length > 0) throw new Error(`${what}: ${unknown.join(", ")} is none of ${known.join(", ")}`)
  return known.filter((name) => names.includes(name))
}

const whole = (text, what) => {
  if (!/^[1-9]\d*$/.test(text)) throw new Error(`${what}: ${text} is no whole number from 1`)
  return Number(text)
}

/** What to measure and for how long, by the command line. */
export const readOptions = (parameters) => {
  const { values } = parseArgs({
    args: parameters,
    options: {
      only: { type: "string", default: Object.keys(works).join(",") },
      earlier: { type: "string" },
      among: { type: "string", default: COMPARED.join(",") },
      parts: { type: "string", default: PARTS.join(",") },
      connections: { type: "string" },
      rounds: { type: "string" },
      starts: { type: "string", default: "1" },
      millis: { type: "string" },
      quick: { type: "boolean", default: false },
      out: { type: "string" },
      "node-flags": { type: "string", default: "" }
    }
  })
  const quick = values.quick
  if (values.earlier !== undefined) useEarlier(values.earlier)
  return {
    works: listed(values.only, Object.keys(works), "--only"),
    among: listed(values.among, Object.keys(contestants), "--among"),
    parts: listed(values.parts, PARTS, "--parts"),
    connections: (values.connections ?? (quick ? "32" : "1,32,256"))
      .split(",")
      .map((each) => whole(each, "--connections")),
    rounds: whole(values.rounds ?? (quick ? "3" : "7"), "--rounds"),
    starts: whole(values.starts, "--starts"),
    millis: whole(values.millis ?? (quick ? "200" : "400"), "--millis"),
    warmMillis: quick ? 500 : 1_500,
    out: values.out,
    nodeFlags: values["node-flags"].split(" ").filter((flag) => flag !== "")
  }
}
