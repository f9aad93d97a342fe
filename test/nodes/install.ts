import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { TestProject } from "vitest/node"
import { pack } from "../packages/install.js"
import { ROOT, succeed } from "../packages/run.js"

/** The newest of each line that is supported, and the npm it comes with or a later one of the same major version. */
const VERSIONS: ReadonlyArray<Pick<OnNode, "version"> & { readonly npm: string }> = [
  { version: "22.23.3", npm: "10.9.9" },
  { version: "24.21.0", npm: "11.19.1" },
  { version: "26.10.0", npm: "11.19.1" }
]

/** What a machine without a compiler and without Python has, as far as anything here runs it. */
const PROGRAMS =
  "sh bash env git curl cat chmod cp cut dirname basename find grep head id ln ls mkdir mv readlink rm sed sleep sort tail tr uname"

/** A Node to run things on. */
export interface OnNode {
  readonly version: string
  /** Where `node` and `npm` are, and below it the headers that a compilation would read. */
  readonly path: string
}

declare module "vitest" {
  export interface ProvidedContext {
    /** A folder for the tests. */
    readonly folder: string
    readonly nodes: ReadonlyArray<OnNode>
    /** Our packages' tarballs, by name. */
    readonly tarballs: Readonly<Record<string, string>>
    /** The last commit, as a repository to clone. */
    readonly origin: string
  }
}

/** Installs each Node with its npm, from npm's registry; a path with both and no compiler. */
const installNode = async (folder: string, { npm, version }: (typeof VERSIONS)[number]): Promise<OnNode> => {
  const prefix = join(folder, version)
  const name = `node-${process.platform}-${process.arch}`
  const flags = ["--no-audit", "--no-fund", "--no-save", "--prefer-offline", "--prefix", prefix]
  await succeed(folder, "npm", "install", ...flags, `${name}@${version}`, `npm@${npm}`)
  const path = join(prefix, "path")
  mkdirSync(path)
  symlinkSync(join(prefix, "node_modules", name, "bin/node"), join(path, "node"))
  symlinkSync(join(prefix, "node_modules/npm/bin/npm-cli.js"), join(path, "npm"))
  for (const program of PROGRAMS.split(" ")) {
    symlinkSync(execFileSync("which", [program], { encoding: "utf8" }).trim(), join(path, program))
  }
  return { version, path }
}

/** Installs the Nodes and packs the packages, once for all files of tests. */
export default async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), "boardwright-nodes-"))
  const nodes: Array<OnNode> = []
  for (const each of VERSIONS) nodes.push(await installNode(folder, each))
  mkdirSync(join(folder, "packed"))
  project.provide("folder", folder)
  project.provide("nodes", nodes)
  project.provide("tarballs", Object.fromEntries(await pack(join(folder, "packed"))))
  project.provide("origin", ROOT)
  return () => rmSync(folder, { recursive: true, force: true })
}
