// Asks the question that its first argument names, and writes the answer to standard output.
import { Effect, Redacted } from "effect"
import { readPassword } from "../../dist/terminal/password.js"
import { withProgress } from "../../dist/terminal/progress.js"
import { ask, askSecret, confirm } from "../../dist/terminal/prompt.js"

const [what, source, file] = process.argv.slice(2)
const given = { passwordStdin: source === "stdin", passwordFile: file }

const work = {
  name: ask("Name?", "--name"),
  sure: confirm("Sure?", "--yes"),
  secret: Effect.map(askSecret("Password:", "--password-stdin"), Redacted.value),
  password: Effect.map(readPassword(given), Redacted.value),
  progress: withProgress("importing", (report) => Effect.sync(() => (report(0, 4), report(4, 4), "done")))
}

const outcome = await Effect.runPromise(
  Effect.match(work[what], {
    onSuccess: (answer) => `answer: ${JSON.stringify(answer)}`,
    onFailure: ({ _tag, message }) => `${_tag}: ${message}`
  })
)
process.stdout.write(`${outcome}\n`)
