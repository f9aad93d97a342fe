import { styled } from "./colours.js"
import type { ArgumentShape, CommandShape, OptionShape } from "./CommandShape.js"

const WIDTH = 100

const wrapped = (text: string, width: number): ReadonlyArray<string> => {
  const lines = [""]
  for (const word of text.split(" ")) {
    const line = lines.at(-1) ?? ""
    if (line !== "" && line.length + 1 + word.length > width) lines.push(word)
    else lines[lines.length - 1] = line === "" ? word : `${line} ${word}`
  }
  return lines
}

const section = (title: string, rows: ReadonlyArray<readonly [name: string, text: string]>): ReadonlyArray<string> => {
  if (rows.length === 0) return []
  const names = Math.min(32, Math.max(...rows.map(([name]) => name.length)))
  const lines = rows.flatMap(([name, text]) => {
    const [first = "", ...others] = wrapped(text, WIDTH - names - 4)
    const indent = " ".repeat(names + 4)
    const head = name.length > names ? [`  ${name}`, indent + first] : [`  ${name.padEnd(names)}  ${first}`]
    return [...head, ...others.map((line) => indent + line)].map((line) => line.trimEnd())
  })
  return ["", styled(process.stdout, "bold", `${title}:`), ...lines]
}

const argumentIn = ({ isRepeated, isRequired, name }: ArgumentShape): string => {
  const repeated = isRepeated ? `${name}...` : name
  return isRequired ? repeated : `[${repeated}]`
}

const optionIn = ({ names: [name], value }: OptionShape): string => (value === null ? name : `${name} ${value}`)

const remarks = ({ description, isRepeated, isRequired }: OptionShape): string =>
  [description, isRequired ? "(required)" : "", isRepeated ? "(may be repeated)" : ""].filter(Boolean).join(" ")

const usage = (path: ReadonlyArray<string>, command: CommandShape): string => {
  if (command.commands.length > 0) return [...path, "COMMAND", "[options]"].join(" ")
  const required = command.options.filter(({ isRequired }) => isRequired).map(optionIn)
  const optional = command.options.length > required.length ? ["[options]"] : []
  return [...path, ...command.arguments.map(argumentIn), ...required, ...optional].join(" ")
}

/** The help of a command, for standard output. `path` is how it is called, such as `boardwright`, `migrate`. */
export const helpText = (path: ReadonlyArray<string>, command: CommandShape): string => {
  const options = command.options.map((option): [string, string] => {
    const [name, ...others] = option.names
    return [[...others, optionIn({ ...option, names: [name] })].join(", "), remarks(option)]
  })
  const about = command.commands.length > 0 ? ["", `More about a command: ${path.join(" ")} COMMAND --help`] : []
  return [
    command.description,
    "",
    `${styled(process.stdout, "bold", "Usage:")} ${usage(path, command)}`,
    ...section(
      "Commands",
      command.commands.map(({ description, name }) => [name, description])
    ),
    ...section(
      "Arguments",
      command.arguments.map(({ description, name }) => [name, description])
    ),
    ...section("Options", [
      ...options,
      ["-h, --help", "Show this help"],
      ...(path.length === 1 ? ([["--version", "Show the version"]] as const) : [])
    ]),
    ...section(
      "Environment variables, each also as NAME_FILE with the path of a file that holds it",
      (command.variables ?? []).map(({ description, name }) => [name, description])
    ),
    ...about,
    ""
  ].join("\n")
}
