import { spawn } from "node:child_process"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import * as Sqlite from "@boardwright/sqlite"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { committed, newFile } from "./storage.js"

const packageFolder = fileURLToPath(new URL("..", import.meta.url))

// Writes forever, 16 transactions at a time, and prints each id once its write is acknowledged.
const writer = (filename: string) => `
  import { Mail } from "@boardwright/core"
  import * as Sqlite from "@boardwright/sqlite"
  import { Effect } from "effect"
  import { writeSync } from "node:fs"
  const at = "2026-01-01T00:00:00.000Z"
  const write = Effect.flatMap(Mail.MailQueue, (queue) => {
    const id = crypto.randomUUID()
    return Effect.map(
      queue.enqueue({ id, purpose: "reset", email: "a@b.example", subjectId: null, createdAt: at, attempts: 0, dueAt: at }),
      () => writeSync(1, id + "\\n")
    )
  })
  await Effect.runPromise(
    Effect.all(Array.from({ length: 16 }, () => Effect.forever(write)), { concurrency: "unbounded" }).pipe(
      Effect.provide(Sqlite.layer({ filename: ${JSON.stringify(filename)} }))
    )
  )`

/** Kills the writer once it has printed `count` ids, and returns all that it printed. */
const killAfter = (filename: string, count: number): Promise<ReadonlyArray<string>> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["--input-type=module", "-e", writer(filename)], {
      cwd: packageFolder,
      stdio: ["ignore", "pipe", "inherit"]
    })
    const printed: Array<string> = []
    const lines = createInterface({ input: child.stdout })
    lines.on("line", (line) => {
      printed.push(line)
      if (printed.length === count) child.kill("SIGKILL")
    })
    lines.once("close", () => resolve(printed))
    child.once("error", reject)
  })

describe("a server that is killed", () => {
  it.scopedLive("loses no acknowledged write, and its file is undamaged", () =>
    Effect.gen(function* () {
      const filename = yield* newFile
      const acknowledged = yield* Effect.promise(() => killAfter(filename, 300))
      yield* Layer.build(Sqlite.layer({ filename }))
      const stored = new Set(committed(filename, "select id from boardwright_mail_job"))
      assert.isAtLeast(acknowledged.length, 300)
      assert.deepStrictEqual(
        acknowledged.filter((id) => !stored.has(id)),
        []
      )
    })
  )
})
