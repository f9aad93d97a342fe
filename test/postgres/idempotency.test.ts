import { randomUUID } from "node:crypto"
import { expect, it } from "vitest"
import { as, givenHome } from "../http/given.js"
import { onTwoServers } from "./twoServers.js"

onTwoServers("requests with one idempotency key on two instances", (both) => {
  it("make one row, and all get the same response", async () => {
    const { boardId, get, post, user } = await givenHome(both().left)
    const there = as(both().right, user)
    const headers = { "idempotency-key": randomUUID() }
    const answers = await Promise.all(
      Array.from({ length: 32 }, (_, at) =>
        (at % 2 === 0 ? post : there.post)("/api/tasks", { boardId, name: "Dig" }, { headers })
      )
    )
    expect(new Set(answers.map(({ body, status }) => JSON.stringify([status, body]))).size).toBe(1)
    expect(answers.filter(({ headers: sent }) => sent.get("idempotency-replayed") === null)).toHaveLength(1)
    expect((await get(`/api/tasks?boardId=${boardId}`)).body.tasks).toHaveLength(1)
  })
})
