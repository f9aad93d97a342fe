import { readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { openSqlite } from "@boardwright/sqlite/driver"
import { expect, it } from "vitest"
import { MISSING } from "../../http/given.js"
import { print } from "../../faults/Load.js"
import { SLOW_PASSWORDS } from "../../support/childServer.js"
import { newPerson, type Standalone, standaloneServers, UNLIMITED } from "../../support/standalone.js"
import { responseText } from "../../support/responseText.js"

const servers = standaloneServers()

const ask = async (
  { url }: Standalone,
  [method, path]: readonly [string, string],
  { body, headers = {} }: { readonly body?: string; readonly headers?: Readonly<Record<string, string>> } = {}
) => {
  const response = await fetch(url + path, {
    method,
    redirect: "manual",
    headers: { "content-type": "application/json", ...headers },
    ...(body === undefined ? {} : { body })
  })
  return { status: response.status, headers: response.headers, text: await responseText(response) }
}

const bearer = async (server: Standalone, name: string) => {
  const body = JSON.stringify(await newPerson(server, name))
  const { text } = await ask(server, ["POST", "/api/auth/signin"], { body })
  return { authorization: `Bearer ${JSON.parse(text).token}` }
}

it("every answer that was counted tells the limit, what is left and when it ends, whatever it is", async () => {
  const server = await servers.start("counted", {
    ...UNLIMITED,
    RATE_LIMIT_GENERAL: "15",
    BCRYPT_WORKERS: "1",
    ...SLOW_PASSWORDS
  })
  const [owner, stranger] = [await bearer(server, "owner"), await bearer(server, "stranger")]
  const made = await ask(server, ["POST", "/api/workspaces"], { body: `{"name":"W"}`, headers: owner })
  const id: string = JSON.parse(made.text).workspace.id
  const workspace = `/api/workspaces/${id}`
  const large = "x".repeat(1024 * 1024 + 1)
  const plain = { ...owner, "content-type": "text/plain" }
  const answers = [
    made,
    await ask(server, ["GET", workspace], { headers: owner }),
    await ask(server, ["HEAD", workspace], { headers: owner }),
    await ask(server, ["GET", "/api/auth/verify-email?token=x"]),
    await ask(server, ["POST", "/api/workspaces"], { body: "{", headers: owner }),
    await ask(server, ["POST", "/api/workspaces"], { body: `{"name":"W"}`, headers: plain }),
    await ask(server, ["POST", "/api/auth/signin"], { body: `{"email":"a@example.com","password":"wrong"}` }),
    await ask(server, ["GET", workspace]),
    await ask(server, ["GET", workspace], { headers: stranger }),
    await ask(server, ["GET", `/api/tasks/${MISSING}`], { headers: owner }),
    await ask(server, ["POST", "/api/workspaces"], { body: large, headers: owner })
  ]
  // One thread hashes and 64 wait; the others are refused at once.
  const signIns = Array.from({ length: 100 }, async () => {
    const answer = await ask(server, ["POST", "/api/auth/signin"], { body: `{"email":"a@example.com","password":"b"}` })
    return answer.status === 503 ? answer : Promise.reject(new Error(`${answer.status}`))
  })
  const busy = await Promise.any(signIns)
  rmSync(join(server.dataDir, "boardwright.db"))
  answers.push(busy, await ask(server, ["PATCH", workspace], { body: `{"name":"V"}`, headers: owner }))
  for (let left = 1; left > 0;) {
    const next = await ask(server, ["GET", "/api/auth/me"], { headers: owner })
    left = next.status === 429 ? 0 : 1
    answers.push(next)
  }
  expect([...new Set(answers.map(({ status }) => status))].toSorted()).toEqual([
    200, 201, 302, 400, 401, 403, 404, 413, 429, 503
  ])
  expect(answers.map(({ status }) => status).slice(0, 13)).toEqual([
    201, 200, 200, 302, 400, 400, 401, 401, 403, 404, 413, 503, 503
  ])
  for (const { headers, status } of answers) {
    expect(headers.get("x-ratelimit-limit")).toMatch(/^[1-9]\d*$/)
    expect(headers.get("x-ratelimit-remaining")).toMatch(/^\d+$/)
    expect(headers.get("x-ratelimit-reset")).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(Date.parse(headers.get("x-ratelimit-reset") ?? "") - Date.now()).toBeLessThanOrEqual(60_000)
    expect(headers.get("retry-after") ?? "").toMatch(status === 429 || status === 503 ? /^[1-9]\d*$/ : /^$/)
  }
})

/** Everything that is stored. */
const storedBy = ({ dataDir }: Standalone): string => {
  const database = openSqlite(join(dataDir, "boardwright.db"), { readonly: true })
  try {
    // The index of words is made from the rest in its own time.
    const named = "select name from sqlite_master where type = 'table' and name not like 'boardwright_search%'"
    const tables = database.prepare(named).pluck().all()
    const rows = tables.map((table) => [table, database.prepare(`select * from "${String(table)}"`).all()])
    return JSON.stringify(rows)
  } finally {
    database.close()
  }
}

/** The processor's time that a process has had, in seconds: two fields of proc(5), in hundredths. */
const secondsOf = ({ process }: Standalone): number => {
  const fields = readFileSync(`/proc/${process.pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}

it("a refused request does no work: nothing is hashed, written or mailed", async () => {
  const server = await servers.start("refused", { RATE_LIMIT_AUTH: "3", RATE_LIMIT_SENSITIVE: "1", ...SLOW_PASSWORDS })
  const person = await newPerson(server, "ada")
  const signIn = () => ask(server, ["POST", "/api/auth/signin"], { body: JSON.stringify(person) })
  const authorization = { authorization: `Bearer ${JSON.parse((await signIn()).text).token}` }
  const home = await ask(server, ["POST", "/api/workspaces"], { body: `{"name":"W"}`, headers: authorization })
  const workspace = `/api/workspaces/${JSON.parse(home.text).workspace.id}`
  await ask(server, ["DELETE", `/api/workspaces/${MISSING}`], { headers: authorization })
  await ask(server, ["POST", "/api/auth/reset-password"], { body: "{}" })
  for (const path of ["signin", "signup", "forgot-password", "resend-verification"]) {
    for (let each = 0; each < 3; each += 1) await ask(server, ["POST", `/api/auth/${path}`], { body: "{}" })
  }

  const [stored, from] = [storedBy(server), secondsOf(server)]
  const newcomer = JSON.stringify({ ...person, name: "Eve", email: "eve@example.com" })
  const refused = await Promise.all(
    Array.from({ length: 40 }, () => [
      signIn(),
      ask(server, ["POST", "/api/auth/signup"], { body: newcomer }),
      ask(server, ["POST", "/api/auth/forgot-password"], { body: JSON.stringify(person) }),
      ask(server, ["POST", "/api/auth/reset-password"], { body: `{"token":"x","password":"another password"}` }),
      ask(server, ["DELETE", workspace], { headers: authorization })
    ]).flat()
  )
  const seconds = secondsOf(server) - from
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([429]))
  expect(storedBy(server)).toBe(stored)
  print(`200 refused requests took ${seconds} s of the processor`)
  // Hashing for the 40 of one path would take 0.08 s each.
  expect(seconds).toBeLessThan(1.5)
})
