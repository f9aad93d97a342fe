import { MISSING } from "../http/given.js"
import { type Endpoint, ENDPOINTS } from "./endpoints.js"
import type { Session } from "./sideBySide.js"
import { pathOf, type World } from "./world.js"

const MIB = 1024 * 1024

const deep = (levels: number): string => `${"[".repeat(levels)}${"]".repeat(levels)}`
const escaped = (code: string): string => `"\\u${code}"`

/** Bodies that no endpoint accepts, or only some do. */
const BODIES: ReadonlyArray<string> = [
  "",
  "{",
  "null",
  "[]",
  '"text"',
  "{}",
  '{"name":null,"content":null,"email":null,"role":null,"groupId":null,"duration":null,"rows":null,"completed":null}',
  '{"name":"","email":"","password":"","token":"","type":"","content":"","role":"","color":"","icon":"","duration":""}',
  `{"name":[${deep(20)}],"columnValues":${deep(40)}}`,
  `{"name":${escaped("0000")},"content":${escaped("0000")},"email":${escaped("0000")}}`,
  `{"name":${escaped("d800")},"content":${escaped("d800")},"columnValues":{${escaped("dc00")}:1}}`,
  '{"name":"n","__proto__":{"x":1}}',
  '{"name":"n","type":"t","content":"c","email":"e","role":"king","color":"red","icon":"text","background":{"type":"solid","value":"url(x)"},"viewDensity":5,"assignees":["x",5],"mentions":["x"],"dueDate":"2026-02-31","columnValues":{"x":1},"duration":-1,"completed":"yes","width":-5,"visible":"no","columnMappings":[{"index":-1}],"rows":[5],"page":0}',
  JSON.stringify({ name: "n".repeat(256), content: "c".repeat(65_536), description: "d".repeat(65_536) })
]

/** Unknown ids. */
const IDS: ReadonlyArray<string> = [
  MISSING,
  "x",
  "%00",
  "%ED%A0%80",
  "%F0%9F%8C%B1",
  "..%2F..",
  "a".repeat(3000),
  "1e5"
]

const QUERIES: ReadonlyArray<string> = [
  "page=0",
  "page=-1&limit=0",
  "limit=1001",
  "page=1.5",
  "page=x&limit=",
  "page=9007199254740993",
  "page=1&page=2",
  "since=later",
  "types=task.created,task.eaten",
  "status=lost",
  "boardId=x",
  "workspaceId=x",
  "boardId=%00",
  "workspaceId=%00",
  "boardId=a&boardId=b"
]

/** No token, and invalid ones. */
const OUTSIDERS = [null, { token: "x" }, { token: "a.b.c" }, { token: "" }]

/** The document's example with ids that exist here. */
export const filled = (example: object, { ids, stranger }: World): object => {
  const known = {
    workspaceId: ids["workspaces"],
    boardId: ids["boards"],
    groupId: ids["groups"],
    email: stranger.email
  }
  return Object.fromEntries(Object.entries({ ...example, ...known }).filter(([field]) => field in example))
}

/** Nobody of the world could send anything after it. */
const LAST = "accounts.signOutEverywhere"

const sendAll = async (
  { send }: Session,
  world: World,
  { example, method, name, needsSession, template }: Endpoint
) => {
  const { ids, owner, stranger, viewer } = world
  const path = pathOf(template, ids)
  const rest = example === null ? {} : { body: filled(example, world) }
  for (const outsider of needsSession ? OUTSIDERS : []) await send(method, path, outsider, rest)
  for (const person of needsSession && name !== LAST ? [stranger, viewer] : []) await send(method, path, person, rest)
  for (const [parameter] of template.matchAll(/\w+\/:\w+/g)) {
    const segment = parameter.split("/")[0] ?? ""
    for (const id of IDS) await send(method, pathOf(template, { ...ids, [segment]: id }), owner, rest)
  }
  if (method === "GET") for (const query of QUERIES) await send(method, `${path}?${query}`, owner)
  if (example === null) return
  await send(method, path, owner, { body: example })
  for (const body of BODIES) await send(method, path, owner, { body })
  await send(method, path, owner, { body: new Uint8Array([0x7b, 0xff, 0x7d]) })
  await send(method, path, owner, { ...rest, headers: { "content-type": "text/plain" } })
  const tooMuch = (template === "/api/boards/import" ? 16 : 1) * MIB + 1
  await send(method, path, owner, { body: `"${"x".repeat(tooMuch - 2)}"` })
}

/** Sends every endpoint invalid requests: without rights, with unknown ids and with invalid input. */
export const provokeErrors = async (session: Session, world: World): Promise<void> => {
  for (const endpoint of ENDPOINTS) await sendAll(session, world, endpoint)
  const tokenFor = async (scope: string) =>
    (await session.send("POST", "/api/tokens", world.owner, { body: { name: scope, scopes: [scope] } })).body
  const [reading, writing] = [await tokenFor("read"), await tokenFor("write")]
  for (const { example, method, needsSession, template } of ENDPOINTS) {
    const token = method === "GET" ? writing : reading
    const rest = example === null ? {} : { body: example }
    if (needsSession) await session.send(method, pathOf(template, world.ids), token, rest)
  }
  for (const path of ["/api", "/api/", "/api/nothing", "/nothing", "/api/boards/x/y", "/api/%"]) {
    await session.send("GET", path, world.owner)
    await session.send("PUT", path, world.owner)
  }
  await session.send("PUT", "/api/boards", world.owner)
  await session.send("OPTIONS", "/api/boards", world.owner)
  await session.send("HEAD", "/api/boards", world.owner)
}
