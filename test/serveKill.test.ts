import { expect, it } from "vitest"
import { get, newPerson, post, signIn, standaloneServers, UNLIMITED } from "./support/standalone.js"

const servers = standaloneServers()
const ROUNDS = 2
const WRITERS = 8
const AT_LEAST = 40

it("what was acknowledged is there after a kill -9 in the middle of writes, round after round", async () => {
  let server = await servers.start("killed", UNLIMITED)
  const person = await newPerson(server, "kit")
  const token = await signIn(server, person)
  const headers = { authorization: `Bearer ${token}` }
  const acknowledged: Array<string> = []

  for (let round = 1; round <= ROUNDS; round += 1) {
    const before = acknowledged.length
    let ends = false
    const write = async (writer: number): Promise<void> => {
      for (let count = 0; ; count += 1) {
        const name = `round ${round} writer ${writer} number ${count}`
        const answer = await post(server, "/api/workspaces", { name }, headers).catch((error: unknown) => {
          if (ends) return null
          throw error
        })
        if (answer === null) return
        expect(answer.status).toBe(201)
        acknowledged.push(name)
        if (!ends && acknowledged.length >= before + AT_LEAST) {
          ends = true
          server.process.kill("SIGKILL")
        }
      }
    }
    await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)))
    expect(await server.ended).toBe("SIGKILL")

    server = await servers.start("killed", UNLIMITED)
    const { body, status } = await get(server, "/api/workspaces?limit=1000", token)
    expect(status).toBe(200)
    const found = body.workspaces.map(({ name }: { readonly name: string }) => name)
    expect(found).toEqual(expect.arrayContaining(acknowledged))
    // Of what was not acknowledged there is at most what each writer had under way.
    expect(found.length).toBeLessThanOrEqual(acknowledged.length + round * WRITERS)
    expect(new Set(found).size).toBe(found.length)
  }
  expect(await server.stop()).toBe(0)
})
