import {
  ArgumentScannerError,
  buildApplication,
  formatMessageForArgumentScannerError,
  help,
  text_en,
  version
} from "@stricli/core"
import { commands } from "./commands.js"
import { anyOf } from "./parameters.js"

declare const BOARDWRIGHT_VERSION: string

export const NAME = "boardwright"

const didYouMean = (names: ReadonlyArray<string>): string =>
  names.length === 0 ? "" : `; did you mean ${anyOf(names)}?`

/** The commands among Stricli's proposals that a person may have meant: it proposes a short name for nearly any other. */
const likeIt = (input: string, proposed: ReadonlyArray<string>): ReadonlyArray<string> =>
  proposed
    .map((name) => name.replaceAll("`", ""))
    .filter((name) => name[0] === input[0] || name.includes(input) || input.includes(name))

const optionOf = (flag: string): string => `--${flag.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

/** The option or, in capitals, the argument as it is written on a command line. */
const written = (name: string): string => (/^[A-Z]/.test(name) ? name : optionOf(name))

const messages: Parameters<typeof formatMessageForArgumentScannerError>[1] = {
  AliasNotFoundError: ({ input }) => `-${input} is not an option`,
  ArgumentParseError: ({ exception, externalFlagNameOrPlaceholder: name, input }) => {
    // Stricli throws a SyntaxError for a switch with a value.
    const isOurs = exception instanceof Error && !(exception instanceof SyntaxError)
    return `${written(name)} ${isOurs ? exception.message : `must be true or false, not "${input}"`}`
  },
  FlagNotFoundError: ({ corrections, input }) => `--${input} is not an option${didYouMean(corrections.map(optionOf))}`,
  UnexpectedFlagError: ({ externalFlagName }) => `${optionOf(externalFlagName)} is given twice`,
  UnexpectedPositionalError: ({ input }) => `"${input}" is one argument too many`,
  UnsatisfiedFlagError: ({ externalFlagName }) => `${optionOf(externalFlagName)} is missing or has no value`,
  UnsatisfiedPositionalError: ({ placeholder }) => `${placeholder} is missing`
}

/** How far a name may be from another that is proposed in its place: Stricli's 7 proposes --workers for --port. */
const DISTANCE = { threshold: 6, weights: { insertion: 1, deletion: 3, substitution: 2, transposition: 0 } }

const documentation = {
  caseStyle: "convert-camel-to-kebab",
  onlyRequiredInUsageLine: true,
  useAliasInUsageLine: false
} as const

/** The command line with our own messages. */
export const application = buildApplication(
  commands,
  {
    name: NAME,
    scanner: { caseStyle: "allow-kebab-for-camel", allowArgumentEscapeSequence: true, distanceOptions: DISTANCE },
    documentation,
    localization: {
      text: {
        ...text_en,
        headers: { ...text_en.headers, flags: "OPTIONS" },
        briefs: { ...text_en.briefs, argumentEscapeSequence: "Treat everything after it as arguments" },
        noCommandRegisteredForInput: ({ corrections, input }) =>
          input.startsWith("-")
            ? `${input} is not an option`
            : `"${input}" is not a command${didYouMean(likeIt(input, corrections))}`,
        exceptionWhileParsingArguments: (error) =>
          error instanceof ArgumentScannerError ? formatMessageForArgumentScannerError(error, messages) : String(error)
      }
    }
  },
  {
    help: help({ brief: "Show this help", complete: true, formatting: documentation }),
    version: version({
      brief: "Show the version",
      alias: false,
      info: { getCurrentVersion: () => Promise.resolve(BOARDWRIGHT_VERSION) }
    })
  }
)
