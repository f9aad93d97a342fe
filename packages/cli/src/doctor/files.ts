import { accessSync, constants, existsSync, lstatSync, readdirSync, statfsSync, statSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { type Settings, themes } from "../settings.js"
import { sqliteFile } from "../storage.js"
import { error, type Finding, ok, sizeText, warning } from "./Finding.js"

const LEAST = 100 * 2 ** 20
const FEW = 2 ** 30

/** Free disk space of the folder, or of the nearest one that exists above it. */
const checkDisk = (folder: string): Finding => {
  const path = resolve(folder)
  if (!existsSync(path) && dirname(path) !== path) return checkDisk(dirname(path))
  const { bavail, bsize, blocks } = statfsSync(path)
  const free = bavail * bsize
  const finding = `${sizeText(free)} free for ${path}`
  const advice = "free some: writes fail when the disk is full"
  if (free < LEAST) return error("disk", finding, advice)
  return free < FEW || bavail < blocks / 20 ? warning("disk", finding, advice) : ok("disk", finding)
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

/** The part of a path that is there, be it a link to nothing. */
const thereOf = (path: string): string => {
  const above = dirname(path)
  if (above === path) return path
  const there = thereOf(above)
  return there === above && isFolder(above) && lstatSync(path, { throwIfNoEntry: false }) !== undefined ? path : there
}

/** Whether a folder can be used, or made. */
const checkFolder = (folder: string): ReadonlyArray<Finding> => {
  const there = thereOf(folder)
  if (!isFolder(there)) return [error("folder", `${there} is not a folder`, "correct DATA_DIR or DATABASE_URL")]
  try {
    accessSync(there, constants.W_OK | constants.X_OK)
    return []
  } catch {
    return [error("folder", `nothing can be written to ${there}`, "run it as the user of the server")]
  }
}

/** Whether each folder that data is written to can be used, and its free disk space. */
export const checkFolders = (settings: Settings): ReadonlyArray<Finding> => {
  const file = sqliteFile(settings)
  const folders = [settings.dataDir, ...(file === null ? [] : [dirname(file)])].map((folder) => resolve(folder))
  return [...new Set(folders)].flatMap((folder) => {
    const problems = checkFolder(folder)
    return problems.length > 0 ? problems : [checkDisk(folder)]
  })
}

/** The files that hold data or secrets. */
const ownFiles = (settings: Settings, environment: { readonly [name: string]: string | undefined }) => {
  const { dataDir } = settings
  const database = sqliteFile(settings)
  const files = ["jwt-secret", "secrets-key", "outbox", "backups"].map((name) => join(dataDir, name))
  const inBackups = existsSync(join(dataDir, "backups"))
    ? readdirSync(join(dataDir, "backups")).map((name) => join(dataDir, "backups", name))
    : []
  const secrets = themes
    .flatMap(({ variables }) => variables)
    .flatMap(({ isSecret, name }) => (isSecret && environment[`${name}_FILE`]) || [])
  return [...(database === null ? [] : [database, `${database}-wal`]), ...files, ...inBackups, ...secrets]
}

/** Files that other users of this machine can read or change. */
export const checkModes = (
  settings: Settings,
  environment: { readonly [name: string]: string | undefined }
): ReadonlyArray<Finding> => {
  // Windows has no permission bits.
  if (process.platform === "win32") return []
  const found = ownFiles(settings, environment).filter((path) => existsSync(path))
  const open = found.filter((path) => (statSync(path).mode & 0o077) !== 0)
  if (open.length === 0) return [ok("file modes", `${found.length} files and folders are readable by their owner only`)]
  return open.map((path) =>
    warning("file modes", `${path} can be read or changed by other users`, `run chmod go= ${path}`)
  )
}
