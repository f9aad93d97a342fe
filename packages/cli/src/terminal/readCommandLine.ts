import { Either } from "effect"
import type { CommandShape, OptionShape } from "./CommandShape.js"
import { UsageError } from "./failures.js"
import { didYouMean } from "./didYouMean.js"

/** What a command line asks for: a command's help, or a command to be run. */
export type Request =
  | { readonly _tag: "Help"; readonly path: ReadonlyArray<string>; readonly command: CommandShape }
  | { readonly _tag: "Run"; readonly words: ReadonlyArray<string> }

const list = (names: ReadonlyArray<string>): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`

/** One reading of a command line. @effect/cli takes a wrong or a missing value for something else, and says so late. */
class Reading {
  readonly path: Array<string> = []
  readonly words: Array<string> = []
  readonly given = new Set<OptionShape>()
  readonly arguments: Array<string> = []
  command: CommandShape

  constructor(root: CommandShape) {
    this.command = root
    this.#enter(root)
  }

  wrong(message: string): UsageError {
    return new UsageError({ message, help: this.path.join(" ") })
  }

  /** A word that is no option. */
  word(word: string): void {
    const { arguments: expected, commands } = this.command
    if (commands.length > 0) {
      const next = commands.find(({ name }) => name === word)
      const names = commands.map(({ name }) => name)
      if (next === undefined) throw this.wrong(`"${word}" is no command${didYouMean(word, names)}`)
      this.#requireOptions()
      return this.#enter(next)
    }
    const shape = expected[Math.min(this.arguments.length, expected.length - 1)]
    if (shape === undefined || (this.arguments.length >= expected.length && !shape.isRepeated))
      throw this.wrong(`"${word}" is one argument too many`)
    if (shape.choices.length > 0 && !shape.choices.includes(word))
      throw this.wrong(`${shape.name} must be ${list(shape.choices)}, not "${word}"${didYouMean(word, shape.choices)}`)
    this.arguments.push(word)
  }

  option(written: string): OptionShape {
    const { options } = this.command
    const option = options.find(({ names }) => names.includes(written))
    const hint = didYouMean(written, [...options.flatMap(({ names }) => names), "--help"])
    if (option === undefined) throw this.wrong(`${written} is no option${hint}`)
    if (this.given.has(option) && !option.isRepeated) throw this.wrong(`${option.names[0]} is given twice`)
    this.given.add(option)
    return option
  }

  value({ choices, isWhole, names: [name] }: OptionShape, value: string): void {
    if (choices.length > 0 && !choices.includes(value))
      throw this.wrong(`${name} must be ${list(choices)}, not "${value}"${didYouMean(value, choices)}`)
    if (isWhole && !/^-?\d{1,15}$/.test(value)) throw this.wrong(`${name} must be a whole number, not "${value}"`)
    this.words.push(name, value)
  }

  end(): Request {
    const { arguments: expected, commands } = this.command
    if (commands.length > 0) throw this.wrong(`a command is missing: ${list(commands.map(({ name }) => name))}`)
    this.#requireOptions()
    const missing = expected[this.arguments.length]
    if (missing?.isRequired === true) throw this.wrong(`${missing.name} is missing`)
    return { _tag: "Run", words: [...this.words, ...(this.arguments.length > 0 ? ["--", ...this.arguments] : [])] }
  }

  #enter(command: CommandShape): void {
    this.command = command
    this.path.push(command.name)
    this.words.push(command.name)
  }

  #requireOptions(): void {
    const missing = this.command.options.find((option) => option.isRequired && !this.given.has(option))
    if (missing !== undefined) throw this.wrong(`${missing.names[0]} is missing`)
  }
}

const isOption = (word: string): boolean => word.startsWith("-") && word !== "-"

const read = (reading: Reading, given: ReadonlyArray<string>): Request => {
  const rest = [...given]
  let onlyWords = false
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (onlyWords || !isOption(word)) {
      reading.word(word)
      continue
    }
    if (word === "--") {
      onlyWords = true
      continue
    }
    if (word === "--help" || word === "-h") return { _tag: "Help", path: reading.path, command: reading.command }
    const [, name = word, , attached] = /^(--[^=]+)(=(.*))?$/s.exec(word) ?? []
    const option = reading.option(name)
    if (option.value === null) {
      if (attached !== undefined) throw reading.wrong(`${name} takes no value`)
      reading.words.push(option.names[0])
      continue
    }
    const next = attached ?? rest.shift()
    // One that is to begin so is attached: --name=--value.
    if (next === undefined || (attached === undefined && next.startsWith("--")))
      throw reading.wrong(`${name} needs a value: ${name} ${option.value}`)
    reading.value(option, next)
  }
  return reading.end()
}

/**
 * Reads the words after the program's name against what the commands take, and puts them as @effect/cli reads them
 * without doubt: options with their values first, then `--` and the arguments. Fails at the first thing that is wrong.
 */
export const readCommandLine = (root: CommandShape, given: ReadonlyArray<string>): Either.Either<Request, UsageError> =>
  Either.try({
    try: () => read(new Reading(root), given),
    catch: (error) => {
      if (error instanceof UsageError) return error
      throw error
    }
  })
