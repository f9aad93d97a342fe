import { issuerUrl, kind, secretText } from "./kinds.js"
import { optional } from "./Variable.js"

const serverUrl = kind(issuerUrl.rule, (text) => issuerUrl.read(text)?.replace(/\/$/, "") ?? null)

/** What lets a command work on a server over its API. The server reads none of them. */
export const remoteVariables = {
  url: optional("BOARDWRIGHT_URL", serverUrl, "commands work on the database", {
    meaning: "the server on whose API commands work instead of on the database; `serve` ignores it",
    example: "https://boards.example.com"
  }),
  token: optional(
    "BOARDWRIGHT_TOKEN",
    secretText("must be a token in visible ASCII", (text) => /^[!-~]+$/.test(text)),
    "`--token`",
    {
      meaning:
        "the API token for that server, whose user acts; a command line with `--token` is visible to other users of the machine",
      example: "bw_pat_..."
    }
  )
}
