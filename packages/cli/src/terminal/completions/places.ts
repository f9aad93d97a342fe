import type { ArgumentShape, CommandShape, OptionShape } from "../CommandShape.js"

/** A command with the words that lead to it from the program's name, each after a blank; the program's own are none. */
export interface Place {
  readonly path: string
  readonly command: CommandShape
}

/** The command and all below it. */
export const placesOf = (command: CommandShape, path = ""): ReadonlyArray<Place> => [
  { path, command },
  ...command.commands.flatMap((child) => placesOf(child, `${path} ${child.name}`))
]

/** The text as one word of any of the shells. */
export const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** Every name of every option. */
export const optionNames = ({ options }: CommandShape): ReadonlyArray<string> => [
  ...options.flatMap(({ names }) => names),
  "--help"
]

/** The words that may stand there: commands, and arguments of which there are but a few. */
export const wordsOf = ({ arguments: expected, commands }: CommandShape): ReadonlyArray<string> => [
  ...commands.map(({ name }) => name),
  ...expected.flatMap(({ choices }) => choices)
]

/** Whether a value is a file, as far as its name in help tells. */
export const takesFiles = (value: string | null): boolean => value !== null && /FILE|PATH|DIR/.test(value)

/** Whether the argument is a file. */
export const isFile = ({ choices, name }: ArgumentShape): boolean => choices.length === 0 && takesFiles(name)

/** The options that take a value, each with its place. */
export const valued = (places: ReadonlyArray<Place>): ReadonlyArray<Place & { readonly option: OptionShape }> =>
  places.flatMap((place) =>
    place.command.options.filter(({ value }) => value !== null).map((option) => ({ ...place, option }))
  )

/** Makes a place of the words so far. The patterns of `case` are the same in bash and zsh. */
export const walk = (places: ReadonlyArray<Place>, words: string): string =>
  `    case "$place $${words}" in ${places
    .filter(({ path }) => path !== "")
    .map(({ path }) => quoted(path))
    .join("|")}) place="$place $${words}" ;; esac`
