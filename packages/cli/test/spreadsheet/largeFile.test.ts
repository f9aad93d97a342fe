import { spawn } from "node:child_process"
import { createReadStream, createWriteStream } from "node:fs"
import { join } from "node:path"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { beforeAll, describe, expect, it } from "vitest"
import { temporaryFiles } from "./support/temporaryFiles.js"

const ROWS = 100_000

/** Reading needs 32 of them. Rows that are kept need 60, which garbage that is not collected yet would hide. */
const HEAP_MB = 56

const HEADERS = [
  "Aufgabe",
  "Status",
  "Priorität",
  "Fällig am",
  "Angelegt am",
  "Zuständig",
  "Kosten",
  "Zeit",
  "Text",
  "Link"
]

const cells = (n: number): ReadonlyArray<string> => {
  const day = String((n % 28) + 1).padStart(2, "0")
  const month = String((n % 12) + 1).padStart(2, "0")
  return [
    ...[`Aufgabe ${n} mit Ümläuten`, ["Offen", "Erledigt"][n % 2] ?? "", "Hoch", `${day}.${month}.2026`],
    ...[`${day}/Nov/26 10:${day} AM`, `p${n % 500}@example.org`, `1.${100 + (n % 900)},50`, String(n % 40)],
    ...[`Eine Notiz zur Aufgabe ${n}, die etwas länger ist`, `https://example.org/task/${n}`]
  ]
}

const object = (n: number): string =>
  JSON.stringify(Object.fromEntries(cells(n).map((cell, at) => [HEADERS[at], cell])))

function* lines(head: string, row: (n: number) => string, tail: string) {
  yield head
  for (let n = 0; n < ROWS; n += 1000) yield Array.from({ length: 1000 }, (_, at) => row(n + at)).join("")
  yield tail
}

const contents = {
  "large.csv": () => lines(`${HEADERS.join(";")}\r\n`, (n) => `${cells(n).join(";")}\r\n`, ""),
  "large.json": () => lines("[", (n) => `${n === 0 ? "" : ","}${object(n)}`, "]\n")
}

interface Reading {
  readonly rows: number
  readonly warnings: number
  readonly types: ReadonlyArray<string>
  readonly megabytes: number
}

const read = (path: string, fromStdin: boolean): Promise<Reading> =>
  new Promise((resolve, reject) => {
    const script = join(import.meta.dirname, "support/readLargeFile.mjs")
    const words = [`--max-old-space-size=${HEAP_MB}`, script, fromStdin ? "-" : path]
    const child = spawn(process.execPath, words, { stdio: ["pipe", "pipe", "inherit"] })
    let output = ""
    child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()))
    child.on("error", reject)
    child.on("close", (code) =>
      code === 0 ? resolve(JSON.parse(output) as Reading) : reject(new Error(`exit ${code}`))
    )
    if (fromStdin) pipeline(createReadStream(path), child.stdin).catch(reject)
    else child.stdin.end()
  })

describe(`a file of ${ROWS} rows of ten cells`, { timeout: 180_000 }, () => {
  const write = temporaryFiles()
  const paths = new Map<string, string>()

  beforeAll(async () => {
    for (const [name, content] of Object.entries(contents)) {
      paths.set(name, write(name, ""))
      await pipeline(Readable.from(content()), createWriteStream(paths.get(name) ?? ""))
    }
  })

  it.each([
    ["large.csv", true],
    ["large.json", false]
  ] as const)(
    `is surveyed and read with a heap of ${HEAP_MB} MB, in less than 150 MB: %s, from standard input: %s`,
    async (name, fromStdin) => {
      const { megabytes, rows, types, warnings } = await read(paths.get(name) ?? "", fromStdin)
      expect({ rows, warnings }).toEqual({ rows: ROWS, warnings: 0 })
      expect(types.join()).toBe("status,priority,date,timestamp,person,number,number,text,url")
      expect(megabytes).toBeLessThan(150)
    }
  )
})
