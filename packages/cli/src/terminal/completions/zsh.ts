import { isFile, type Place, quoted, takesFiles, valued, walk } from "./places.js"

const described = (name: string, description: string): string =>
  quoted(`${name.replaceAll(":", String.raw`\:`)}:${description}`)

/** The script for zsh. */
export const zsh = (places: ReadonlyArray<Place>): string => {
  const values = valued(places).map(({ option, path }) => {
    const patterns = option.names.map((name) => quoted(`${path} ${name}`)).join("|")
    const answer = takesFiles(option.value) ? "_files" : `compadd -- ${option.choices.map(quoted).join(" ")}`
    return `    ${patterns}) ${answer}; return ;;`
  })
  const words = places.map(({ command, path }) => {
    const names = command.commands.map(({ description, name }) => described(name, description))
    const choices = command.arguments.flatMap((argument) => argument.choices).map(quoted)
    const options = command.options.flatMap((option) => option.names.map((name) => described(name, option.description)))
    const files = command.arguments.some(isFile) ? " files=1" : ""
    return `    ${quoted(path)}) words_=(${[...names, ...choices].join(" ")}) options_=(${[...options, described("--help", "Show help")].join(" ")})${files} ;;`
  })
  return `#compdef boardwright
# Completes boardwright in zsh: save it as _boardwright in a folder of $fpath.
_boardwright() {
  local place='' word before="\${words[CURRENT-1]}" files=''
  local -a words_ options_
  for word in "\${(@)words[2,CURRENT-1]}"; do
${walk(places, "word")}
  done
  case "$place $before" in
${values.join("\n")}
  esac
  case "$place" in
${words.join("\n")}
  esac
  if [[ \${words[CURRENT]} == -* ]]; then _describe option options_; return; fi
  (( \${#words_} )) && _describe command words_
  [[ -n $files ]] && _files
  return 0
}
if [[ \${funcstack[1]} == _boardwright ]]; then _boardwright "$@"; else compdef _boardwright boardwright; fi
`
}
