import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type TestServer } from "../support/server.js"
import type { World } from "../support/world.js"
import type { Canaries } from "./Canaries.js"
import { LISTS, PEOPLE, type Person } from "./lists.js"
import { watchWorld } from "./watchWorld.js"

interface Entry {
  readonly id: string
}

describe("what lists tell", () => {
  let server: TestServer
  let world: World
  let canaries: Canaries
  beforeAll(async () => {
    ;({ canaries, server, world } = await watchWorld())
  })
  afterAll(() => server.stop())

  describe.each(Object.entries(LISTS))("%s", (_name, { field, for: may = PEOPLE, of, path }) => {
    const get = async (person: Person, query: string) => {
      const answer = await server.call("GET", path(world) + query, { token: world.users[person].token })
      expect(canaries.leakedTo(person, answer, path(world))).toEqual([])
      return answer
    }

    it.each(may)("%s gets what is one's own, and its number", async (person) => {
      const expected = of(world, person)
      const entries: ReadonlyArray<Entry> = (await get(person, "")).body[field]
      expect(entries.map(({ id }) => id)).toEqual(expected)

      // A page past the last says as much: there is nothing to be counted through.
      const beyond = await get(person, `${path(world).includes("?") ? "&" : "?"}page=2&limit=2`)
      expect(beyond.body[field]).toEqual([])
      expect(beyond.body.pagination.total).toBe(expected.length)
    })

    it.each(PEOPLE.filter((person) => !may.includes(person)))("%s gets none", async (person) => {
      expect((await get(person, "")).status).toBe(403)
    })
  })

  it.each(PEOPLE)("%s sees of the own account no more than is its own", async (person) => {
    const { email, id, token } = world.users[person]
    const me = await server.call("GET", "/api/auth/me", { token })
    expect(me.body).toMatchObject({ id, email })
    expect(canaries.leakedTo(person, me, "")).toEqual([])
  })
})
