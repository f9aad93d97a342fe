#!/usr/bin/env node
// Effect's diagnostics after `npm run types`: `effect.mjs packages` for the projects that tsconfig.tests.json refers to,
// `effect.mjs tests` for its own files, with TypeScript's own, which nothing else looks for. The tool's command makes a
// program again for every 50 files, at four times the cost.
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import diagnose from "@effect/language-service/transform.js"
import ts from "typescript"

const TESTS = fileURLToPath(new URL("../tsconfig.tests.json", import.meta.url))
const formatting = { getCanonicalFileName: (path) => path, getCurrentDirectory: process.cwd, getNewLine: () => "\n" }

const readProject = (path) => {
  const { config, error } = ts.readConfigFile(path, ts.sys.readFile)
  if (error !== undefined) throw new Error(ts.formatDiagnostic(error, formatting))
  return ts.parseJsonConfigFileContent(config, ts.sys, dirname(path), undefined, path)
}

const parsed = new Map()

/** A host that parses a file of several projects once. */
const hostFor = (options) => {
  const host = ts.createCompilerHost(options, true)
  const parse = host.getSourceFile
  host.getSourceFile = (path, how, ...more) => {
    const key = `${path} ${JSON.stringify(how)}`
    if (!parsed.has(key)) parsed.set(key, parse(path, how, ...more))
    return parsed.get(key)
  }
  return host
}

const found = []

/** Checks the files of one project and returns their number. */
const checkProject = (path) => {
  const { fileNames, options, projectReferences } = readProject(path)
  const plugin = options.plugins?.find(({ name }) => name === "@effect/language-service")
  if (plugin === undefined) throw new Error(`${path} does not configure Effect's diagnostics.`)
  const program = ts.createProgram({ rootNames: fileNames, options, projectReferences, host: hostFor(options) })
  const check = diagnose.default(program, plugin, { addDiagnostic: (each) => found.push(each), ts })()
  for (const name of fileNames) check(program.getSourceFile(name))
  if (path === TESTS) found.push(...ts.getPreEmitDiagnostics(program))
  return fileNames.length
}

const projects = {
  tests: [TESTS],
  packages: readProject(TESTS).projectReferences.map(({ path }) => join(path, "tsconfig.json"))
}[process.argv[2]]
let checked = 0
for (const path of projects) checked += checkProject(path)
process.stdout.write(ts.formatDiagnostics(found, formatting))
console.log(`Checked ${checked} files: ${found.length} diagnostics.`)
process.exitCode = found.length === 0 ? 0 : 1
