import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { TestProject } from "vitest/node"
import { ROOT, succeed } from "./run.js"

/** A packed package. */
export interface Pack {
  /** `@boardwright/core` */
  readonly name: string
  /** `core` */
  readonly folder: string
  readonly tarball: string
  /** Where it is unpacked: in the app with everything. */
  readonly installed: string
  readonly manifest: Manifest
}

interface Manifest {
  readonly version: string
  readonly license?: string
  readonly engines?: { readonly node?: string }
  readonly exports?: Readonly<Record<string, { readonly types: string; readonly default: string }>>
  readonly bin?: Readonly<Record<string, string>>
}

declare module "vitest" {
  export interface ProvidedContext {
    readonly packs: ReadonlyArray<Pack>
    /** An app with core, testing and client only, installed as npm does it. */
    readonly light: string
    /** An app with embed alone, and one with embed and postgres, installed as npm does it. */
    readonly bare: string
    readonly onPostgres: string
    /** An app with every package, vitest and the types of node. */
    readonly full: string
  }
}

const readJson = (path: string) => JSON.parse(readFileSync(path, "utf8"))

/** Packs every package into a folder; the tarballs by the packages' names. */
export const pack = async (folder: string): Promise<ReadonlyMap<string, string>> => {
  const folders = readdirSync(join(ROOT, "packages")).map((name) => `./packages/${name}`)
  const parameters = ["pack", "--json", "--ignore-scripts", "--pack-destination", folder, ...folders]
  const packed: ReadonlyArray<{ name: string; filename: string }> = JSON.parse(
    await succeed(ROOT, "npm", ...parameters)
  )
  return new Map(packed.map(({ filename, name }) => [name, join(folder, filename)]))
}

/** Writes the manifest of an app that depends on these, our packages being those that were packed. */
export const writeApp = (
  app: string,
  tarballs: ReadonlyMap<string, string>,
  dependencies: Readonly<Record<string, string>>
): void => {
  const files = Object.fromEntries([...tarballs].map(([name, path]) => [name, `file:${path}`]))
  const direct = Object.fromEntries(
    Object.entries(dependencies).map(([name, version]) => [name, files[name] ?? version])
  )
  // Those that others depend on come from the tarballs too.
  const ours = Object.fromEntries(Object.keys(files).map((name) => [name, direct[name] ?? files[name]]))
  // A registry may lack some of the optional packages of other versions, and `npm ci` wants all that a lock file names.
  const overrides = { ...readJson(join(ROOT, "package.json")).overrides, ...ours }
  mkdirSync(app)
  writeFileSync(
    join(app, "package.json"),
    JSON.stringify({ name: "app", private: true, type: "module", dependencies: direct, overrides })
  )
}

/** Installs our packed packages, and others by version, in an empty app. */
export const install = async (
  app: string,
  tarballs: ReadonlyMap<string, string>,
  dependencies: Readonly<Record<string, string>>,
  ...flags: ReadonlyArray<string>
): Promise<string> => {
  writeApp(app, tarballs, dependencies)
  await succeed(app, "npm", "install", "--prefer-offline", "--no-audit", "--no-fund", ...flags)
  return app
}

/** The package with the driver for Node 20, which npm installs on Node 20 alone. */
const NODE_20 = "@boardwright/sqlite-node20"

/** Compiling it takes a minute and more, and installing the repository has done it already, of the same version. */
const takeSqlite = (app: string): void => {
  const [here, there] = [ROOT, app].map((root) => join(root, "node_modules/better-sqlite3")) as [string, string]
  if (!existsSync(there)) return
  const versions = [here, there].map((folder) => readJson(join(folder, "package.json")).version)
  if (versions[0] !== versions[1]) throw new Error(`better-sqlite3 is ${versions.join(" here and there ")}`)
  const binding = "build/Release/better_sqlite3.node"
  cpSync(join(here, binding), join(there, binding))
}

const versionOf = (name: string): string => readJson(join(ROOT, "node_modules", name, "package.json")).version

/** Packs every package and installs them in two apps, once for all files of tests. */
export default async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), "boardwright-packages-"))
  const tarballs = await pack(folder)
  const ours = (names: Iterable<string>) => Object.fromEntries([...names].map((name) => [name, ""]))
  const tools = ["vitest", "@effect/vitest", "@types/node"].map((name) => [name, versionOf(name)])
  const light = ours(["@boardwright/core", "@boardwright/testing", "@boardwright/client"])
  project.provide("light", await install(join(folder, "light"), tarballs, light))
  const bare = ours(["@boardwright/embed"])
  project.provide("bare", await install(join(folder, "bare"), tarballs, bare))
  const onPostgres = ours(["@boardwright/embed", "@boardwright/postgres"])
  project.provide("onPostgres", await install(join(folder, "on-postgres"), tarballs, onPostgres))
  const names = [...tarballs.keys()].filter((name) => name !== NODE_20)
  const everything = { ...ours(names), ...Object.fromEntries(tools) }
  const full = await install(join(folder, "full"), tarballs, everything, "--ignore-scripts")
  takeSqlite(full)
  project.provide("full", full)
  project.provide(
    "packs",
    names.map((name) => {
      const tarball = tarballs.get(name) ?? ""
      const installed = join(full, "node_modules", name)
      const manifest = readJson(join(installed, "package.json"))
      return { name, folder: name.slice(name.indexOf("/") + 1), tarball, installed, manifest }
    })
  )
  return () => rmSync(folder, { recursive: true })
}
