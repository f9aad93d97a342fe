#!/usr/bin/env node
// Builds what runs: the JavaScript of all packages and examples, the client's routes and the bundles. esbuild reads one file
// at a time and checks no types; `npm run types` does, and writes the declarations. A file that has not changed is not written.
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join, relative } from "node:path"
import { fileURLToPath } from "node:url"
import { build } from "esbuild"
import { writeChanged } from "./writeChanged.mjs"

const root = fileURLToPath(new URL("..", import.meta.url))
const readJson = (path) => JSON.parse(readFileSync(path, "utf8"))

/** The projects below a folder that write files, and those inside of them. */
const projectsIn = (folder) =>
  readdirSync(join(root, folder))
    .map((name) => join(root, folder, name))
    .filter((project) => existsSync(join(project, "tsconfig.json")))
    .flatMap((project) => {
      const { compilerOptions, references = [] } = readJson(join(project, "tsconfig.json"))
      const inside = references.flatMap(({ path }) => (path.startsWith("./") ? join(project, path) : []))
      return compilerOptions.noEmit ? [] : [project, ...inside]
    })

/** A project's sources, and the files that they become without their endings. */
const filesOf = (project) => {
  const { compilerOptions, exclude = [] } = readJson(join(project, "tsconfig.json"))
  const [from, to] = [compilerOptions.rootDir, compilerOptions.outDir].map((folder) => join(project, folder))
  const excluded = exclude.map((folder) => join(project, folder, "/"))
  return readdirSync(from, { recursive: true })
    .filter((name) => /(?<!\.d)\.tsx?$/.test(name) && !excluded.some((folder) => join(from, name).startsWith(folder)))
    .map((name) => ({ in: join(from, name), out: relative(root, join(to, name.replace(/\.tsx?$/, ""))) }))
}

const compile = async (projects) => {
  const { outputFiles } = await build({
    entryPoints: projects.flatMap(filesOf),
    outdir: root,
    format: "esm",
    sourcemap: true,
    sourcesContent: false,
    write: false,
    logLevel: "error"
  })
  for (const { contents, path } of outputFiles) writeChanged(path, contents)
}

await compile([...projectsIn("packages"), ...projectsIn("examples")])
const { clientRoutes } = await import("./clientRoutes.mjs")
const client = join(root, "packages/client")
if (writeChanged(join(client, "src/routes.ts"), Buffer.from(await clientRoutes()))) await compile([client])
await import("../packages/cli/bundle.mjs")
