import { createClient, type StreamedChange } from "@boardwright/client"
import { expect, it } from "vitest"
import { post } from "../support/standalone.js"
import { twoInstances } from "./twoInstances.js"

const given = twoInstances()
const TASKS = 40

it("a stream that moves to the other instance, because its own was killed, loses and repeats nothing", async () => {
  const { boardId, instances, token } = given()
  const [killed, other] = instances
  let isAlive = true
  const client = createClient({
    baseUrl: killed.url,
    token,
    // What a load balancer does.
    fetch: (input, init) => fetch(String(input).replace(killed.url, isAlive ? killed.url : other.url), init)
  })
  const { cursor } = await client.changes.list({ since: "now" })
  const write = async () => {
    for (let at = 0; at < TASKS; at++) {
      await post(other, "/api/tasks", { boardId, name: `task ${at}` }, { authorization: `Bearer ${token}` })
    }
  }
  const writing = write()
  const seen: Array<StreamedChange> = []
  for await (const change of client.changes.stream({ since: cursor, types: ["task.created"] })) {
    seen.push(change)
    if (seen.length === TASKS) break
    if (!isAlive) continue
    isAlive = false
    await killed.stop("SIGKILL")
  }
  await writing
  expect(seen.map(({ fields }) => fields["name"]?.to)).toEqual(Array.from({ length: TASKS }, (_, at) => `task ${at}`))
  const { changes } = await client.changes.list({ since: cursor })
  expect(seen.map(({ cursor: _, ...change }) => change)).toEqual(changes)
})
