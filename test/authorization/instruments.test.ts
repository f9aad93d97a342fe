import { Access, Account, Board, Mail, Task } from "@boardwright/core"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type TestServer, type TestServices } from "../support/server.js"
import { as, CALLERS, type World } from "../support/world.js"
import type { Canaries } from "./Canaries.js"
import { watchWorld } from "./watchWorld.js"

const operator = Effect.provideService(Access.CurrentActor, Access.Actor.Operator())

/** Changes that are seen in few answers, or in none. */
const HIDDEN: Record<string, (world: World) => Effect.Effect<unknown, unknown, TestServices>> = {
  "a password": ({ nobody }) => operator(Account.setPassword(nobody.id, { password: "another one" })),
  "a disabled account": ({ nobody }) => operator(Account.disableAccount(nobody.id)),
  "a mail to be sent": ({ users }) => Mail.requestMail("reset", users.owner.email as never),
  "a place among tasks": ({ own, users }) => as(users.owner)(Task.moveTask(own.taskId, { groupId: own.groupId })),
  "an answered invitation": ({ own, users }) => as(users.invitee)(Board.declineInvitation(own.invitationId)),
  "a role": ({ own, users }) => as(users.owner)(Board.updateMember(own.boardId, own.memberId, { role: "editor" })),
  "a comment": ({ foreign, users }) => as(users.stranger)(Task.addComment(foreign.taskId, { content: "Hello" })),
  "a column's width": ({ besides, users }) =>
    as(users.owner)(Board.updateColumn(besides.boardId, besides.columnId, { width: 5 }))
}

describe("what refusals are judged by", () => {
  let server: TestServer
  let world: World
  let canaries: Canaries
  let read: () => Promise<string>
  beforeAll(async () => {
    ;({ canaries, read, server, world } = await watchWorld())
  })
  afterAll(() => server.stop())

  it("everyone has something that they may not see", () => {
    const seen = CALLERS.map((caller) => canaries.seenBy(caller))
    expect(canaries.size).toBeGreaterThan(120)
    expect(seen[0]).toBe(0)
    // An outsider with no board sees the own account: name, address, avatar, id, answers to the onboarding.
    expect(Math.min(...seen.slice(1))).toBeGreaterThan(2)
    expect(canaries.seenBy("viewer")).toBeGreaterThan(20)
    expect(Math.max(...seen)).toBeLessThan(canaries.size * 0.7)
  })

  it("what is sent to the wrong caller is noticed", async () => {
    const { besides, foreign, own, users } = world
    const { token } = users.owner
    const boards = await server.call("GET", `/api/boards?workspaceId=${own.workspaceId}`, { token })
    const details = await server.call("GET", `/api/tasks/${own.taskId}`, { token })
    const asked = await server.call("GET", `/api/boards/${own.boardId}/invitations`, { token })
    expect(canaries.leakedTo("owner", boards, "")).toEqual([])
    expect(canaries.leakedTo("viewer", boards, "")).toContain(besides.boardId)
    expect(canaries.leakedTo("stranger", details, "").length).toBeGreaterThan(15)
    expect(canaries.leakedTo("editor", asked, "")).toEqual([users.invitee.email, own.invitationId])
    const leaked = { ...asked, body: {}, headers: new Headers({ location: `/x/${foreign.taskId}` }) }
    expect(canaries.leakedTo("owner", leaked, "")).toEqual([foreign.taskId])
  })

  it.each(Object.entries(HIDDEN))("%s is noticed", async (_name, change) => {
    const before = await read()
    expect(await read()).toBe(before)
    await server.run(Effect.orDie(change(world)))
    expect(await read()).not.toBe(before)
  })
})
