import { readFileSync } from "node:fs"
import { ConfigProvider } from "effect"

/** A variable, or the file that was to hold it, could not be used. `message` is one line and holds no secret. */
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
 * The variables by these names: from the environment, or from the file that `NAME_FILE` names, less the line end at its
 * end. An empty variable is one that is not set. Throws `ConfigurationInvalid` when both are set and when the file
 * cannot be read.
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
