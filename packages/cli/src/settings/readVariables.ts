import { readFileSync } from "node:fs"
import { ConfigProvider } from "effect"

/** A variable or its file cannot be used. `message` is one line without secrets. */
export class ConfigurationInvalid extends Error {
  readonly _tag = "ConfigurationInvalid"
}

const FILE = "_FILE"

const fromFile = (name: string, path: string): string => {
  try {
    return readFileSync(path, "utf8").replace(/\r?\n$/, "")
  } catch (cause) {
    const reason = cause instanceof Error && "code" in cause ? String(cause.code) : "it is not readable"
    throw new ConfigurationInvalid(`${name}${FILE}: ${path} could not be read (${reason})`, { cause })
  }
}

/**
 * Reads variables from the environment, or from the file that `NAME_FILE` names, without its last line end. An empty
 * variable counts as not set. Throws `ConfigurationInvalid` if both are set, or if the file cannot be read.
 */
export const readVariables = (
  names: ReadonlyArray<string>,
  environment: { readonly [name: string]: string | undefined }
): ConfigProvider.ConfigProvider => {
  const found = new Map<string, string>()
  for (const name of names) {
    const value = environment[name] ?? ""
    const path = environment[name + FILE] ?? ""
    if (value !== "" && path !== "") throw new ConfigurationInvalid(`${name}: set it or ${name}${FILE}, not both`)
    const text = path === "" ? value : fromFile(name, path)
    if (text !== "") found.set(name, text)
  }
  return ConfigProvider.fromMap(found)
}
