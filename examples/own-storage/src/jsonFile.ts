import { constants } from "node:fs"
import { access, open, readFile, rename } from "node:fs/promises"
import { dirname } from "node:path"
import type { MemoryStorage, StoredState } from "@boardwright/testing"

const VERSION = 1

interface Content {
  readonly version: number
  readonly state: Partial<StoredState>
}

const isMissing = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "ENOENT"

/** Null where there is no file. Anything but a whole file of this version is refused, so that nothing overwrites it. */
const load = async (path: string): Promise<Partial<StoredState> | null> => {
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    if (isMissing(error)) return null
    throw error
  })
  if (text === null) return null
  const { state, version }: Content = JSON.parse(text)
  if (version !== VERSION) throw new Error(`${path} has version ${version} and not ${VERSION}`)
  return state
}

const encodedEntries = new WeakMap<object, Buffer>()

/** What is stored never changes in place, so each entry has to be encoded only once. */
const encodeEntry = (entry: readonly [string, object]): Buffer => {
  const known = encodedEntries.get(entry[1])
  if (known !== undefined) return known
  const encoded = Buffer.from(JSON.stringify(entry))
  encodedEntries.set(entry[1], encoded)
  return encoded
}

/** A `Content` as JSON, one entry a line. */
const encode = (state: StoredState): Buffer => {
  const parts: Array<Uint8Array> = [Buffer.from(`{"version":${VERSION},"state":{`)]
  for (const [index, [table, entries]] of Object.entries(state).entries()) {
    parts.push(Buffer.from(`${index === 0 ? "" : ","}\n"${table}":[`))
    for (const [index, entry] of entries.entries())
      parts.push(Buffer.from(index === 0 ? "\n" : ",\n"), encodeEntry(entry))
    parts.push(Buffer.from("]"))
  }
  return Buffer.concat([...parts, Buffer.from("}}\n")])
}

/** Writes the whole file and waits until it is on the disk. */
const write = async (path: string, content: Buffer): Promise<void> => {
  const file = await open(path, "w", 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** The file is the old one until the rename and the new one after it, whenever the process or the power dies. */
const save = async (path: string, state: StoredState): Promise<void> => {
  await write(`${path}.new`, encode(state))
  await rename(`${path}.new`, path)
  const folder = await open(dirname(path))
  await folder.sync().finally(() => folder.close())
}

/** Keeps everything in one JSON file, in a folder that exists. One process at a time. */
export const jsonFile = (path: string): MemoryStorage.Keeper => ({
  load: () => load(path),
  save: (state) => save(path, state),
  check: () => access(dirname(path), constants.W_OK)
})
