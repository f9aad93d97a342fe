import { afterAll, assert, beforeAll, describe, expect, it } from "vitest"
import type { Canaries } from "../../authorization/Canaries.js"
import { ALLOWED, MATRIX, requestOf, send } from "../../authorization/matrix.js"
import { type Answer, type TestServer } from "../../support/server.js"
import type { Furnished, World } from "../../support/world.js"
import { bodyOf, FIELDS, FRESH, intrusions, WITH_BODY } from "./bodies.js"
import { watchWorld } from "../../authorization/watchWorld.js"

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
const TIME = /\d{4}-\d\d-\d\dT[\d:.]+(?:Z|\+00:00)/g

/** Lines that came and went, but for what differs each time that the same is done. */
const differences = (before: string, after: string): ReadonlyArray<string> => {
  if (before === after) return []
  const [was, is] = [before.split("\n"), after.split("\n")].map((lines) => new Set(lines))
  const now = Date.now()
  const plain = (line: string) =>
    line
      .replaceAll(FRESH, "<fresh>")
      .replaceAll(UUID, (id) => (before.includes(id) ? id : "<new>"))
      .replaceAll(/"expires_at": ?"[^"]+"/g, '"expires_at":"<later>"')
      .replaceAll(TIME, (time) => (Math.abs(now - Date.parse(time)) < 600_000 ? "<now>" : time))
      .replace(/"rank": ?"[^"]+"/, "<rank>")
      .replaceAll(/"(secret|hash|prefix)": ?"[^"]+"/g, "<$1>")
      .replaceAll(/"(id|position)": ?\d+/g, '"$1":<next>')
      .replace(/plain:\d+:/, "")
  const came = [...(is ?? [])].filter((line) => was?.has(line) === false).map((line) => `+ ${plain(line)}`)
  const went = [...(was ?? [])].filter((line) => is?.has(line) === false).map((line) => `- ${plain(line)}`)
  return [...came, ...went].toSorted()
}

/** An answer but for what differs each time. */
const shape = ({ body, status }: Answer, known: string) => {
  const text = JSON.stringify(body).replaceAll(FRESH, "<fresh>").replaceAll(TIME, "<time>")
  const same = text.replaceAll(UUID, (id) => (known.includes(id) ? id : "<new>"))
  return { status, text: same.replaceAll(/"(token|secret|prefix)":"[^"]+"/g, "<$1>") }
}

/** The first, the eleventh, the twenty-first ...: each part has one `id`, of which there are ten in a row. */
const tenParts = (fields: ReadonlyArray<readonly [string, unknown]>) =>
  Array.from({ length: 10 }, (_, part) => fields.filter((_field, at) => at % 10 === part))

const CALLERS_WHO_MAY = [
  ["owner", "foreign"],
  ["admin", "besides"]
] as const

describe("fields that are not the caller's to set", () => {
  let server: TestServer
  let world: World
  let canaries: Canaries
  let read: () => Promise<string>
  let before: string
  /** Values that requests stored, which later responses may contain. */
  let given = ""
  beforeAll(async () => {
    ;({ before, canaries, read, server, world } = await watchWorld())
  })
  afterAll(() => server.stop())

  type May = (typeof CALLERS_WHO_MAY)[number][0]
  const ask = async (caller: May, name: string, body: object) => {
    const request = { ...requestOf(world, caller, name, world.own), body }
    const was = before
    const answer = await send(server, request)
    before = await read()
    // Who is invited by id is named.
    const people = [world.nobody, ...Object.values(world.users)]
    const invited = /^(m|workspaceM)embers\.invite$/.test(name)
      ? people.filter(({ id }) => Object.values(body).includes(id))
      : []
    expect(canaries.leakedTo(caller, answer, given + JSON.stringify([request, invited]))).toEqual([])
    const asked = { answer, did: differences(was, before), shape: shape(answer, was) }
    if (name === "webhooks.create" && answer.status === 201) {
      // A board has at most twenty.
      const path = `/api/webhooks/${answer.body.webhook.id}`
      await send(server, { ...requestOf(world, caller, "webhooks.delete", world.own), path })
      before = await read()
    }
    return asked
  }

  const idsOf = ({ boardId, taskId, workspaceId }: Furnished) => [boardId, taskId, workspaceId]

  describe.each(WITH_BODY)("%s", (name) => {
    const own = FIELDS.get(name) ?? []
    const may = CALLERS_WHO_MAY.filter(([caller]) => ALLOWED[MATRIX[name]?.may ?? ""]?.includes(caller))

    it.each(may)("takes none that it does not know (%s, of the %s board)", async (caller, which) => {
      const strange = intrusions(world[which], world.users.stranger.id).filter(([field]) => !own.includes(field))
      expect(strange.length).toBeGreaterThan(60)
      // Done once, it does the same each time.
      await ask(caller, name, bodyOf(name, world))
      const usual = await ask(caller, name, bodyOf(name, world))
      const sameWith = async (fields: object) => {
        const { did, shape: found } = await ask(caller, name, { ...fields, ...bodyOf(name, world) })
        expect({ fields, found }).toEqual({ fields, found: usual.shape })
        assert.deepStrictEqual(did, usual.did, JSON.stringify(fields))
      }
      await sameWith(Object.fromEntries(strange))
      // A few at a time too.
      for (const few of tenParts(strange)) await sameWith(Object.fromEntries(few))
    })

    it.each(may)("does nothing elsewhere by those that it knows (%s, of the %s board)", async (caller, which) => {
      const elsewhere = idsOf(world[which]).filter((id) => !idsOf(world.own).includes(id))
      const known = intrusions(world[which], world.users.stranger.id).filter(([field]) => own.includes(field))
      for (const [field, value] of known) {
        const { answer, did: all } = await ask(caller, name, { ...bodyOf(name, world), [field]: value })
        // A failed sign-in is in the log of the account that it was tried on.
        const did = all.filter((line) => !line.includes('"type":"signIn.failed"'))
        expect([200, 201, 400, 401, 403, 404, 409]).toContain(answer.status)
        const expected = answer.status < 300 ? did.filter((line) => !elsewhere.some((id) => line.includes(id))) : []
        assert.deepStrictEqual(did, expected, JSON.stringify({ field, value }))
        given += did.length > 0 ? JSON.stringify(value) : ""
      }
    })
  })

  const NESTED: Record<string, (extra: object) => object> = {
    "boards.update": (extra) => ({ background: { type: "solid", value: "#ABCDEF", ...extra } }),
    "boards.import": (extra) => ({ columnMappings: [{ index: 0, name: "Task", type: "text", ...extra }] })
  }
  it.each(Object.entries(NESTED))("%s takes none inside of what it knows", async (name, nested) => {
    const strange = Object.fromEntries(intrusions(world.foreign, world.users.stranger.id))
    const { field: _field, index: _, isFirstColumn: _first, name: _name, type: _type, value: _value, ...rest } = strange
    const plain = () => ({ ...bodyOf(name, world), ...nested({}) })
    await ask("owner", name, plain())
    const usual = await ask("owner", name, plain())
    const { did, shape: found } = await ask("owner", name, { ...bodyOf(name, world), ...nested(rest) })
    expect(found).toEqual(usual.shape)
    assert.deepStrictEqual(did, usual.did)
  })
})
