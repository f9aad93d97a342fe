import { randomBytes } from "node:crypto"
import { linkSync, readFileSync, statSync, unlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Effect, Redacted } from "effect"
import { makeFolder } from "./makeFolder.js"
import { ConfigurationInvalid } from "./settings/readVariables.js"

const codeOf = (cause: unknown): string =>
  cause instanceof Error && "code" in cause ? String(cause.code) : String(cause)

/** Creates the folder if it is missing, readable by its owner only. Fails with `ConfigurationInvalid`. */
export const makeDataDir = (path: string): Effect.Effect<void, ConfigurationInvalid> =>
  Effect.try({
    try: () => makeFolder(path),
    catch: (cause) => new ConfigurationInvalid(`DATA_DIR: ${path} could not be created (${codeOf(cause)})`, { cause })
  })

// Written to a temporary file and then linked: of two concurrent first starts one wins, and no reader sees half a secret.
const makeSecret = (path: string): void => {
  const draft = `${path}.${process.pid}.${randomBytes(4).toString("hex")}`
  writeFileSync(draft, `${randomBytes(32).toString("hex")}\n`, { mode: 0o600, flag: "wx", flush: true })
  try {
    linkSync(draft, path)
  } catch (cause) {
    if (codeOf(cause) !== "EEXIST") throw cause
  } finally {
    unlinkSync(draft)
  }
}

const readOwn = (path: string): string => {
  // Windows has no permission bits.
  if (process.platform !== "win32" && (statSync(path).mode & 0o077) !== 0) {
    throw new ConfigurationInvalid(
      `${path} can be read or changed by other users: run chmod 600 on it, or remove it for a new one`
    )
  }
  return readFileSync(path, "utf8").trim()
}

const readSecret = (path: string): string => {
  try {
    return readOwn(path)
  } catch (cause) {
    if (codeOf(cause) !== "ENOENT") throw cause
    makeSecret(path)
    return readOwn(path)
  }
}

/** A secret in a file of `DATA_DIR`. */
export interface KeptSecret {
  readonly file: string
  /** What the file must hold, in words and as a check. */
  readonly rule: string
  readonly accepts: (text: string) => boolean
}

/**
 * Reads a secret from its file, which the first call creates with 32 random bytes in hex (mode 0600). Fails with
 * `ConfigurationInvalid`.
 */
export const keptSecret = (
  dataDir: string,
  { accepts, file, rule }: KeptSecret
): Effect.Effect<Redacted.Redacted, ConfigurationInvalid> => {
  const path = join(dataDir, file)
  return Effect.try({
    try: () => readSecret(path),
    catch: (cause) =>
      cause instanceof ConfigurationInvalid
        ? cause
        : new ConfigurationInvalid(`${path} could not be read or created (${codeOf(cause)})`, { cause })
  }).pipe(
    Effect.filterOrFail(accepts, () => new ConfigurationInvalid(`${path} must hold ${rule}`)),
    Effect.map((secret) => Redacted.make(secret))
  )
}
