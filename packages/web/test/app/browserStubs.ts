import { afterAll, beforeAll, beforeEach, vi } from "vitest"

/** What the store needs of a browser: the language of its document, its storage, and locks that are held as long as a tab is open. */
export const browserStubs = () => {
  const storage = {
    getItem: (key: string) => Reflect.get(storage, key) ?? null,
    setItem: (key: string, value: string) => {
      Object.assign(storage, { [key]: value })
    },
    removeItem: (key: string) => {
      Reflect.deleteProperty(storage, key)
    }
  }
  /** The keys that something is stored under. */
  const stored = (): ReadonlyArray<string> => Object.keys(storage).filter((key) => !key.endsWith("Item"))
  const held = new Set<string>()
  beforeAll(() => {
    const request = async (name: string, _options: unknown, work: (lock: object | null) => unknown) =>
      work(held.has(name) ? null : {})
    vi.stubGlobal("document", { documentElement: { lang: "en" } })
    vi.stubGlobal("localStorage", storage)
    vi.stubGlobal("sessionStorage", storage)
    vi.stubGlobal("navigator", { languages: ["en"], locks: { request } })
  })
  beforeEach(() => {
    for (const key of stored()) storage.removeItem(key)
    held.clear()
  })
  afterAll(() => {
    vi.unstubAllGlobals()
  })
  return { held, storage, stored }
}
