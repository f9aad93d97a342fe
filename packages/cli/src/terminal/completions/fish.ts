import { isFile, type Place, quoted, takesFiles } from "./places.js"

/** The script for fish. */
export const fish = (places: ReadonlyArray<Place>): string => {
  const at = (path: string) => `-n ${quoted(`test "$(__boardwright_place)" = "${path}"`)}`
  const lines = places.flatMap(({ command, path }) => [
    ...command.commands.map(
      ({ description, name }) => `complete -c boardwright -f ${at(path)} -a ${name} -d ${quoted(description)}`
    ),
    ...command.arguments
      .filter(({ choices }) => choices.length > 0)
      .map(({ choices }) => `complete -c boardwright -f ${at(path)} -a ${quoted(choices.join(" "))}`),
    ...(command.arguments.some(isFile) ? [`complete -c boardwright -F ${at(path)}`] : []),
    ...command.options.map(({ choices, description, names, value }) => {
      const flags = names.map((name) => (name.startsWith("--") ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`))
      const answer =
        value === null
          ? ""
          : takesFiles(value)
            ? " -r -F"
            : ` -x${choices.length > 0 ? ` -a ${quoted(choices.join(" "))}` : ""}`
      return `complete -c boardwright ${at(path)} ${flags.join(" ")}${answer} -d ${quoted(description)}`
    })
  ])
  return `# Completes boardwright in fish: boardwright completions fish > ~/.config/fish/completions/boardwright.fish
function __boardwright_place
    set -l place ''
    for word in (commandline -opc)[2..-1]
        contains -- "$place $word" ${places
          .filter(({ path }) => path !== "")
          .map(({ path }) => quoted(path))
          .join(" ")}
        and set place "$place $word"
    end
    echo "$place"
end
complete -c boardwright -f
complete -c boardwright -l help -s h -d 'Show help'
${lines.join("\n")}
`
}
