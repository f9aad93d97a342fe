import { isFile, optionNames, type Place, quoted, takesFiles, valued, walk, wordsOf } from "./places.js"

/** The script for bash. */
export const bash = (places: ReadonlyArray<Place>): string => {
  const values = valued(places).map(({ option, path }) => {
    const patterns = option.names.map((name) => quoted(`${path} ${name}`)).join("|")
    const answer = takesFiles(option.value)
      ? `compgen -f -- "$current"`
      : `compgen -W ${quoted(option.choices.join(" "))} -- "$current"`
    return `    ${patterns}) mapfile -t COMPREPLY < <(${answer}); return ;;`
  })
  const words = places.map(({ command, path }) => {
    const files = command.arguments.some(isFile) ? " files=1" : ""
    return `    ${quoted(path)}) words=${quoted(wordsOf(command).join(" "))} options=${quoted(optionNames(command).join(" "))}${files} ;;`
  })
  return `# Completes boardwright in bash: source <(boardwright completions bash)
_boardwright() {
  local current="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" place='' word words='' options='' files=''
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
${walk(places, "word")}
  done
  case "$place $before" in
${values.join("\n")}
  esac
  case "$place" in
${words.join("\n")}
  esac
  [[ $current == -* ]] && words="$options"
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
  [[ -n $files && $current != -* ]] && mapfile -t -O "\${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$current")
  return 0
}
complete -o filenames -F _boardwright boardwright
`
}
