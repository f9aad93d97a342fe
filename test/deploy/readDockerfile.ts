import { readFileSync } from "node:fs"

/** One instruction of a Dockerfile: `RUN --mount=... npm ci` has the flag `mount` and the value `npm ci`. */
export interface Instruction {
  readonly keyword: string
  readonly flags: ReadonlyMap<string, string>
  readonly value: string
}

/** What stands between one FROM and the next. */
export interface Stage {
  readonly base: string
  readonly name: string | null
  readonly instructions: ReadonlyArray<Instruction>
}

const logicalLines = (text: string): ReadonlyArray<string> =>
  text
    .split("\n")
    .filter((line) => !/^\s*(#|$)/.test(line))
    .join("\n")
    .replace(/\\\n\s*/g, "")
    .split("\n")

const instructionOf = (line: string): Instruction => {
  const [, keyword = "", flagText = "", value = ""] = /^([A-Z]+)\s+((?:--\S+\s+)*)(.*)$/.exec(line) ?? []
  if (keyword === "") throw new Error(`no instruction: ${line}`)
  const flags = flagText.split(/\s+/).filter((flag) => flag !== "")
  return {
    keyword,
    flags: new Map(flags.map((flag) => [flag.slice(2, flag.indexOf("=")), flag.slice(flag.indexOf("=") + 1)])),
    value
  }
}

/** `NAME=value NAME="some value"` as pairs. */
export const pairsOf = (value: string): ReadonlyMap<string, string> =>
  new Map(
    [...value.matchAll(/(\S+?)=(?:"([^"]*)"|(\S+))/g)].map(([, name = "", quoted, bare]) => [
      name,
      quoted ?? bare ?? ""
    ])
  )

/** Reads a Dockerfile of the kind we write: flags as `--name=value`, `ARG` with defaults before the first stage only. */
export const readDockerfile = (path: string): ReadonlyArray<Stage> => {
  const defaults = new Map<string, string>()
  const stages: Array<{ base: string; name: string | null; instructions: Array<Instruction> }> = []
  for (const line of logicalLines(readFileSync(path, "utf8"))) {
    const instruction = instructionOf(line)
    if (instruction.keyword === "FROM") {
      const [, image = "", name = null] = /^(\S+)(?: AS (\S+))?$/.exec(instruction.value) ?? []
      const base = image.replace(/\$\{(\w+)\}/g, (_, argument: string) => defaults.get(argument) ?? "")
      stages.push({ base, name, instructions: [] })
    } else if (stages.length === 0) {
      if (instruction.keyword !== "ARG") throw new Error(`before the first stage: ${line}`)
      for (const [name, value] of pairsOf(instruction.value)) defaults.set(name, value)
    } else stages.at(-1)?.instructions.push(instruction)
  }
  return stages
}

/** The values of a stage's instructions by this name, in order. */
export const valuesOf = ({ instructions }: Stage, keyword: string): ReadonlyArray<string> =>
  instructions.filter((each) => each.keyword === keyword).map(({ value }) => value)
