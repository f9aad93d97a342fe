/** An option of a command, as a person writes it. */
export interface OptionShape {
  /** `--board` first, then others such as `-b`. */
  readonly names: readonly [string, ...Array<string>]
  /** What stands for its value in help; null for a switch. */
  readonly value: string | null
  readonly choices: ReadonlyArray<string>
  readonly isWhole: boolean
  readonly description: string
  readonly isRequired: boolean
  readonly isRepeated: boolean
}

/** An argument of a command. */
export interface ArgumentShape {
  readonly name: string
  readonly choices: ReadonlyArray<string>
  readonly description: string
  readonly isRequired: boolean
  readonly isRepeated: boolean
}

/** An environment variable that a command reads, each also as `NAME_FILE`. */
export interface VariableShape {
  readonly name: string
  readonly description: string
}

/** A command, as far as its command line goes. */
export interface CommandShape {
  readonly name: string
  readonly description: string
  readonly options: ReadonlyArray<OptionShape>
  readonly arguments: ReadonlyArray<ArgumentShape>
  readonly commands: ReadonlyArray<CommandShape>
  /** Those that its help is to tell. */
  readonly variables?: ReadonlyArray<VariableShape>
}
