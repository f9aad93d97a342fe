import { print } from "../terminal/print.js"

// Each script runs `boardwright __complete WORD...`, whose lines are a proposal, a tab and its description. A proposal
// that ends with * stands for files, which the shell lists itself.
const SCRIPTS = {
  bash: `# Completes boardwright in bash: source <(boardwright completions bash)
_boardwright() {
  local current="\${COMP_WORDS[COMP_CWORD]}"
  mapfile -t COMPREPLY < <(boardwright __complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f1)
  [[ "\${COMPREPLY[*]}" == *'*' ]] && mapfile -t COMPREPLY < <(compgen -f -- "$current")
  return 0
}
complete -o filenames -F _boardwright boardwright
`,
  zsh: `#compdef boardwright
# Completes boardwright in zsh: save it as _boardwright in a folder of $fpath.
_boardwright() {
  local -a proposals=("\${(@f)$(boardwright __complete "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ $proposals == *'*'* ]]; then _files; return; fi
  proposals=("\${(@)proposals/$'\\t'/:}")
  _describe boardwright proposals
}
if [[ \${funcstack[1]} == _boardwright ]]; then _boardwright "$@"; else compdef _boardwright boardwright; fi
`,
  fish: `# Completes boardwright in fish: boardwright completions fish > ~/.config/fish/completions/boardwright.fish
function __boardwright_complete
    set -l current "$(commandline -ct)"
    set -l proposals (boardwright __complete (commandline -opc)[2..-1] "$current" 2>/dev/null)
    if string match -q -- '*\\**' $proposals
        __fish_complete_path "$current"
    else
        printf '%s\\n' $proposals
    end
end
complete -c boardwright -f -a '(__boardwright_complete)'
`
}

/** `boardwright completions bash|zsh|fish`. */
export const printCompletions = (_: object, shell: keyof typeof SCRIPTS) => print(SCRIPTS[shell])
