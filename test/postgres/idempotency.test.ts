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

onTwoServers("requests with a key that is in use", (both) => {
  it("hold up no others, however many there are", async () => {
    const { boardId, post, user } = await givenHome(both().left)
    const other = await givenHome(both().left)
    const key = randomUUID()
    const { query } = both()
    await query("begin")
    await query(
      "insert into boardwright_idempotency (owner, key, fingerprint, created_at) values ($1, $2, '', now())",
      [...[user.id, key]]
    )
    const task = { boardId, name: "Dig" }
    const waiting = Array.from({ length: 40 }, () => post("/api/tasks", task, { headers: { "idempotency-key": key } }))
    const [made, listed] = [
      await other.post("/api/workspaces", { name: "Orchard" }),
      await other.get("/api/workspaces")
    ]
    await query("rollback")
    const statuses = new Set((await Promise.all(waiting)).map(({ status }) => status))
    expect([made.status, listed.status]).toEqual([201, 200])
    // On a busy machine they may have waited for 4 s.
    expect([201, 409]).toEqual(expect.arrayContaining([...statuses]))
  })
})

/** The server looks for a deadlock after a second of waiting; this transaction does not, so that the other is the victim. */
const GROUP = "select set_config('deadlock_timeout', '1min', true) from boardwright_group where id = $1 for update"
const BOARD = "select 1 from boardwright_board where id = $1 for update"

onTwoServers(
  "a create with a key that is the victim of a deadlock",
  (both) => {
    it("is done again, makes one row and stores its key once", async () => {
      const { boardId, get, groupId, post, user } = await givenHome(both().left)
      const headers = { "idempotency-key": randomUUID() }
      const send = (by = post) => by("/api/tasks", { boardId, groupId, name: "Dig" }, { headers })
      const [first] = await both().whileHeld([GROUP, groupId], [send], [BOARD, boardId])
      const again = await send(as(both().right, user).post)
      expect([first?.status, again.status, again.body]).toEqual([201, 201, first?.body])
      expect([first, again].map((answer) => answer?.headers.get("idempotency-replayed"))).toEqual([null, "true"])
      expect((await get(`/api/tasks?boardId=${boardId}`)).body.tasks).toHaveLength(1)
      expect(await both().query("select made_id from boardwright_idempotency")).toEqual([
        { made_id: first?.body.task.id }
      ])
      expect(await both().query("select 1 from boardwright_change where type = 'task.created'")).toHaveLength(1)
    })
  },
  { deadlocks: 1 }
)
