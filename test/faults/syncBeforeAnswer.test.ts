import assert from "node:assert/strict"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { post, standaloneServers, UNLIMITED } from "../support/standalone.js"
import { newBoard, somebody } from "./given.js"
import { print } from "./Load.js"
import { attachStrace } from "./strace.js"

const servers = standaloneServers()
const CALLS = "pwrite64,fdatasync,fsync,write,writev,sendto,sendmsg"
const CLIENTS = 8
const EACH = 10

/** The system calls of a process in order of completion, with their results. */
const traced = async (pid: number, file: string, work: () => Promise<void>): Promise<ReadonlyArray<string>> => {
  const strace = await attachStrace(pid, ["-y", "-s", "8192", "-e", `trace=${CALLS}`, "-o", file])
  const ended = once(strace, "exit")
  await work()
  strace.kill("SIGINT")
  await ended
  const unfinished = new Map<string, string>()
  return readFileSync(file, "latin1")
    .split("\n")
    .flatMap((line) => {
      const [, thread = "", call = ""] = /^(\d+) +(.*)$/.exec(line) ?? []
      if (call.endsWith("<unfinished ...>")) {
        unfinished.set(thread, call.slice(0, -"<unfinished ...>".length))
        return []
      }
      const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(call)?.[1]
      return [resumed === undefined ? call : (unfinished.get(thread) ?? "") + resumed]
    })
}

it("no response is sent before its commit is synced to disk", async () => {
  const server = await servers.start("traced", UNLIMITED)
  const who = await somebody(server, "stu")
  const { boardId } = await newBoard(server, who, "B")
  const names: Array<string> = []
  const calls = await traced(server.process.pid ?? 0, join(servers.directory, "trace"), async () => {
    const client = async (_: unknown, index: number) => {
      for (let count = 0; count < EACH; count += 1) {
        const name = `traced-${index}-${count}.`
        expect(await post(server, "/api/tasks", { boardId, name }, who.headers)).toMatchObject({ status: 201 })
        names.push(name)
      }
    }
    // One client, then many that share commits.
    await client(null, CLIENTS)
    await Promise.all(Array.from({ length: CLIENTS }, client))
  })
  expect(await server.stop()).toBe(0)

  const isSync = (call: string) => /^f(?:data)?sync\(\d+<[^>]*boardwright\.db-wal>\) += 0$/.test(call)
  for (const name of names) {
    const written = calls.findIndex(
      (call) => /^pwrite64\(\d+<[^>]*boardwright\.db-wal>/.test(call) && call.includes(name)
    )
    const synced = calls.findIndex((call, at) => at > written && isSync(call))
    const answered = calls.findIndex((call) => call.includes("HTTP/1.1 201 ") && call.includes(name))
    assert(written >= 0 && written < synced && synced < answered, `${name}: ${written}, ${synced}, ${answered}`)
  }
  const syncs = calls.filter(isSync).length
  print(`${names.length} answers, each after the sync of its commit; ${syncs} syncs`)
  expect(syncs).toBeGreaterThanOrEqual(EACH)
})
