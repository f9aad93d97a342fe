import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { endpointRoutes } from "@boardwright/http"
import { createTestBoardwright } from "@boardwright/testing"
import { beforeAll, describe, expect, it } from "vitest"
import { runCommand } from "./support/childServer.js"
import { documents, proseOf, ROOT } from "./support/docBlocks.js"

/** What documents say as it is written in code. */
const spans = documents.flatMap((document) =>
  [...proseOf(document).matchAll(/(?<!`)`([^`\n]+)`(?!`)/g)].map(([, code = ""]) => ({ document, code }))
)

const mentioned = (pattern: RegExp) =>
  spans.flatMap(({ code, document }) => [...code.matchAll(pattern)].map(([, name = ""]) => `${document}: ${name}`))
const without = (found: ReadonlyArray<string>, exists: (name: string) => boolean) =>
  [...new Set(found)].filter((each) => !exists(each.slice(each.indexOf(": ") + 2)))

const output = async (...words: ReadonlyArray<string>): Promise<string> => {
  const child = runCommand(words, {})
  expect(await child.ended).toBe(0)
  return child.stdout()
}

/** The help of a command and of all below it. */
const helpOf = async (...path: ReadonlyArray<string>): Promise<string> => {
  const help = await output(...path, "--help")
  const below = [...(help.split("\nCOMMANDS\n")[1] ?? "").matchAll(/^ {2}([a-z-]+) /gm)].map(([, name = ""]) => name)
  return [help, ...(await Promise.all(below.map((name) => helpOf(...path, name))))].join("\n")
}

/** Words of other programs, headers that are left out, and a name that is misspelt on purpose. */
const FOREIGN = new Set(
  [
    "pg_total_relation_size pool_mode default_pool_size idle_transaction_timeout vacuum concurrently listen",
    "serverexternalpackages embedder protection baseurl",
    "dynamicuser mmap cpu prof max semi growing stryker mutator tinypool atlaskit pragmatic"
  ].flatMap((line) => line.split(" "))
)
/** Variables that configure the tests, Node or OpenTelemetry, and a placeholder for any variable. */
const OTHER_VARIABLES = new Set([
  ...["TEST_DATABASE_URL", "TEST_SEED", "NODE_OPTIONS", "NAME_FILE"],
  ...["OTEL_SERVICE_NAME", "OTEL_RESOURCE_ATTRIBUTES", "OTEL_EXPORTER_OTLP_HEADERS"],
  ...["OTEL_TRACES_SAMPLER", "OTEL_TRACES_SAMPLER_ARG"],
  // Of the commands, not of the server.
  ...["BOARDWRIGHT_URL", "BOARDWRIGHT_TOKEN", "BOARDWRIGHT_TOKEN_FILE"]
])
/** Served beside the contract, or standing for any path. */
const OTHER_PATHS = new Set(["/api/openapi.json", "/api/avatars/default.svg", "/api/...", "/api/[...path]/route.ts"])

const SOURCES = ["packages", "test", "scripts", "bench", "examples", "deploy"]
const isSource = (path: string) =>
  /\.([cm]?[jt]s|json|ya?ml|service|conf)$/.test(path) && !/node_modules|\/dist\//.test(path)

describe("what documents name", () => {
  let help: string
  beforeAll(async () => {
    help = await helpOf()
  })

  it("as a variable is one", () => {
    const variables = new Set([...help.matchAll(/^ {2}([A-Z][A-Z_]+) /gm)].map(([, name]) => name))
    const exists = (name: string) => variables.has(name.replace(/_FILE$/, "")) || OTHER_VARIABLES.has(name)
    expect(without(mentioned(/\b([A-Z]{2,}(?:_[A-Z]+)+)\b(?!_)/g), exists)).toEqual([])
  })

  it("as a command or an option of it is one", () => {
    const words = new Set(help.match(/(?<=^ {2})[a-z-]+(?= )|(?<![\w-])--?[a-z][a-z-]*|(?<=^ {2}SHELL .*)[a-z]+/gm))
    const commands = mentioned(/^(?:npx )?boardwright (.+)$/g).flatMap((line) => {
      const [document = "", ...rest] = line.split(/ /)
      return rest.filter((word) => /^-*[a-z-]+$/.test(word)).map((word) => `${document} ${word}`)
    })
    expect(without(commands, (word) => words.has(word))).toEqual([])
  })

  it("as a call of the hub is one", () => {
    const hub = createTestBoardwright()
    const exists = (path: string) =>
      path.split(".").reduce<unknown>((value, key) => Object(value)[key], { ...hub, fetch: 0 }) !== undefined
    expect(without(mentioned(/\bhub\.([a-zA-Z]+(?:\.[a-zA-Z]+)?)/g), exists)).toEqual([])
  })

  it("as a path of the API is one", () => {
    const templates = new Set(endpointRoutes().map(({ template }) => template))
    expect(without(mentioned(/(\/api\/[^\s?]+)/g), (path) => templates.has(path) || OTHER_PATHS.has(path))).toEqual([])
  })

  it("as anything else in code is somewhere in the sources", () => {
    const files = SOURCES.flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).map((name) => join(ROOT, folder, name))
    ).filter((path) => isSource(path) && !path.includes("/docsNames"))
    const texts = files.flatMap((path) => [path, readFileSync(path, "utf8")])
    const words = new Set(texts.flatMap((text) => text.toLowerCase().match(/\w{3,}/g) ?? []))
    const exists = (word: string) => words.has(word.toLowerCase()) || FOREIGN.has(word.toLowerCase())
    expect(without(mentioned(/\b([A-Za-z]\w{2,})\b(?!\.\.\.)/g), exists)).toEqual([])
  })
})

describe("an app that embeds", () => {
  it.each(["README.md", "docs/embedding.md"])("finds in %s what to install before the first snippet", (document) => {
    const text = readFileSync(join(ROOT, document), "utf8")
    expect(text.slice(0, text.indexOf("```ts"))).toContain("npm i @boardwright/embed @boardwright/sqlite")
  })
})
