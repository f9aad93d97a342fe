import { accessSync, constants, existsSync, readdirSync } from "node:fs"
import { delimiter, join } from "node:path"

const missing = (what: string, debianPackage: string): Error =>
  new Error(`this suite needs ${what}, and it is not here: apt-get install ${debianPackage} (.ci/run does)`)

const isProgram = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The path of a program; throws the name of its Debian package if it is missing. */
export const program = (name: string, debianPackage = name): string => {
  const folders = (process.env["PATH"] ?? "").split(delimiter)
  const found = folders.map((folder) => join(folder, name)).find(isProgram)
  if (found === undefined) throw missing(`the program ${name}`, debianPackage)
  return found
}

/** The library that changes the clock of a process with threads. */
export const faketimeLibrary = (): string => {
  const folders = existsSync("/usr/lib")
    ? readdirSync("/usr/lib").map((name) => join("/usr/lib", name, "faketime"))
    : []
  const found = folders.map((folder) => join(folder, "libfaketimeMT.so.1")).find((path) => existsSync(path))
  if (found === undefined) throw missing("libfaketimeMT.so.1", "libfaketime")
  return found
}
