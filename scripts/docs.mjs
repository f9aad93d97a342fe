#!/usr/bin/env node
// Writes what documents say of the configuration from the definitions that the command reads: `npm run docs`, after a build.
// With --check nothing is written, and a document that says something else is a failure.
import { readFileSync, writeFileSync } from "node:fs"
import { format } from "oxfmt"
import { themes } from "../packages/cli/dist/settings.js"

const root = new URL("..", import.meta.url)
const variables = themes.flatMap((theme) => theme.variables)

const code = (text) => `\`${text}\``
const table = (titles, rows) =>
  [titles, titles.map(() => "---"), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`)
    .join("\n")
// Addresses as they are written, and not as links.
const quoted = (text) => text.replaceAll(/[a-z]+:\/\/[^\s,;]*|sqlite:PATH|(?:Some One <)?[a-z]+@[a-z.]+>?/g, code)
const may = ({ isSecret, rule }) =>
  quoted(rule.replace(/^must (?:(not )?be|have) /, "$1")) + (isSecret ? "; **secret**" : "")

/** What stands between `<!-- NAME -->` and `<!-- /NAME -->`. */
const parts = {
  variables: () =>
    themes
      .map(({ title, variables }) => {
        const rows = variables.map((each) => [
          code(each.name),
          each.meaning,
          may(each),
          each.default,
          code(each.example)
        ])
        return `### ${title}\n\n${table(["variable", "meaning", "values", "default", "example"], rows)}`
      })
      .join("\n\n"),
  postgres: () =>
    table(
      ["variable", "why"],
      variables.filter(({ onPostgres }) => onPostgres !== null).map((each) => [code(each.name), each.onPostgres])
    ),
  secrets: () =>
    variables
      .filter(({ isSecret }) => isSecret)
      .map(({ name }) => `- ${code(name)}`)
      .join("\n")
}

const formatting = JSON.parse(readFileSync(new URL(".oxfmtrc.json", root), "utf8"))

const documents = [["docs/configuration.md", ["variables", "postgres", "secrets"]]]

const filled = (path, text, name) => {
  const [before, rest] = text.split(`<!-- ${name} -->`)
  const after = rest?.split(`<!-- /${name} -->`)[1]
  if (after === undefined) throw new Error(`${path}: <!-- ${name} --> and <!-- /${name} --> are missing`)
  return `${before}<!-- ${name} -->\n\n${parts[name]()}\n\n<!-- /${name} -->${after}`
}

const check = process.argv.includes("--check")
for (const [path, names] of documents) {
  const file = new URL(path, root)
  const text = readFileSync(file, "utf8")
  const written = names.reduce((before, name) => filled(path, before, name), text)
  const { code: formatted } = await format(path, written, formatting)
  if (formatted === text) continue
  if (check) {
    console.error(`${path} says something else than packages/cli/src/settings: npm run docs`)
    process.exitCode = 1
  } else {
    writeFileSync(file, formatted)
    console.log(`${path} is written`)
  }
}
