import { once } from "node:events"
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { Worker } from "node:worker_threads"
import { openSqlite } from "@boardwright/sqlite/driver"
import { expect, it, onTestFinished } from "vitest"

const FOLDER = fileURLToPath(new URL("../dist/bundle", import.meta.url))

const names = () => readdirSync(FOLDER).filter((name) => name.endsWith(".js"))

/** The files that are loaded with these, and what is in them. */
const loadedWith = (...names: ReadonlyArray<string>): ReadonlyMap<string, string> => {
  const loaded = new Map<string, string>()
  const load = (name: string): void => {
    if (loaded.has(name)) return
    const text = readFileSync(join(FOLDER, name), "utf8")
    loaded.set(name, text)
    for (const [, other = ""] of text.matchAll(/(?:from|^import|;import)"\.\/([^"]+)"/gm)) load(other)
  }
  names.forEach(load)
  return loaded
}

const server = () => {
  const serve = names().filter((name) => /^serve-\w+\.js$/.test(name))
  expect(serve).toHaveLength(1)
  return loadedWith("boardwright.js", ...serve)
}

it("a server loads few files, and no code for other commands, mail or PostgreSQL", () => {
  const files = server()
  const text = [...files.values()].join("\n")
  const bytes = Buffer.byteLength(text)
  // Node takes half a millisecond for each file, and more for each 20 KiB. It was 1,641,692 bytes when API tokens, the security
  // log, members of workspaces, single sign-on and notifications had been added, 1,756,717 with idempotency keys, bulk changes, filters,
  // sorting and search, which are 4 % of it, 1,766,330 with the files of boards, of which Excel's are loaded with the first, and
  // 1,797,229 with ETags, conditions on columns and calendars, 1,811,378 with lists by words, the caller's tasks and SQLite's reads
  // on another thread, 1,828,913 with what few servers need and other commands must not load: metrics and systemd, 1,771,741
  // without the router of @effect/platform, 1,760,245 without the check of routes that are regular expressions, and 1,758,511 with copies of
  // workspaces and without Effect's small version. One file is what single sign-on shares with access tokens: jose. Four are
  // what the server shares with the client of its API, which commands on another machine use: the contract and what it needs.
  expect(files.size).toBeLessThan(30)
  expect(bytes).toBeLessThan(1_770_000)
  const others = ["node_modules/sax/", "class _PostalMime", "node_modules/pg/", "SMTPConnection", "openid-client/"]
  const everything = names().map((name) => readFileSync(join(FOLDER, name), "utf8"))
  expect(others.filter((part) => everything.some((file) => file.includes(part)))).toEqual(others)
  expect(others.filter((part) => text.includes(part))).toEqual([])
})

it("a server reads no namespace of Effect or the core through getters", () => {
  const namespaces = [...server().values()].flatMap(
    (text) => text.match(/\b(?:Effect|Schema|Option|ports|board)_exports\b/g) ?? []
  )
  expect(namespaces).toEqual([])
})

it("every file of the bundle is imported by the command or its threads", () => {
  const found = new Set(["boardwright.js", "bcryptWorker.js", "readWorker.bundle.js"])
  for (const name of found)
    for (const [, other = ""] of readFileSync(join(FOLDER, name), "utf8").matchAll(/"\.\/([\w.-]+\.js)"/g))
      if (existsSync(join(FOLDER, other))) found.add(other)
  expect([...found].toSorted()).toEqual(names().toSorted())
})

it("the script of the thread that reads is complete", async () => {
  const folder = mkdtempSync(join(tmpdir(), "boardwright-bundle-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const filename = join(folder, "read.db")
  openSqlite(filename).close()
  const options = { env: {}, execArgv: [], workerData: { filename, patienceMillis: 0 } }
  const thread = new Worker(join(FOLDER, "readWorker.bundle.js"), options)
  thread.postMessage({ text: "select upper(+?) as word", parameters: ["done"] })
  expect(await once(thread, "message")).toEqual([{ rows: [{ word: "DONE" }] }])
  thread.postMessage(null)
  expect(await once(thread, "exit")).toEqual([0])
})
