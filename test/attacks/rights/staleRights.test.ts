import { Access, Account } from "@boardwright/core"
import { Effect } from "effect"
import { afterAll, assert, beforeAll, describe, expect, it, onTestFinished } from "vitest"
import { copyWorlds, type WorldCopies } from "../../authorization/copyWorlds.js"
import { ALLOWED, MATRIX, requestOf, routes, type Row, send } from "../../authorization/matrix.js"
import { storedReader } from "../../authorization/Stored.js"
import type { TestServer } from "../../support/server.js"
import type { Caller, World } from "../../support/world.js"

type Person = Exclude<Caller, "anonymous">
type End = (server: TestServer, world: World) => Promise<void>

interface Stale {
  /** Who had rights. */
  readonly who: Person
  /** Whose they are from then on. */
  readonly now: Caller
  readonly end: End
  /** Routes that answer otherwise than they do to such a one. */
  readonly answers?: (name: string, row: Row) => number | undefined
  /** What such a one sees none of, and who had rights does. */
  readonly keeps?: (world: World) => string
}

/** A request that must be done. */
const by =
  (person: Person, method: string, path: (world: World) => string, body?: (world: World) => unknown): End =>
  async (server, world) => {
    const { token } = world.users[person]
    const { status } = await server.call(method, path(world), { token, body: body?.(world) })
    if (status >= 300) throw new Error(`not done: ${status}`)
  }

const atTerminal =
  (work: (world: World) => ReturnType<typeof Account.disableAccount>): End =>
  async (server, world) => {
    const operator = Effect.provideService(Access.CurrentActor, Access.Actor.Operator())
    await server.run(operator(work(world)))
  }

const member = (person: Person) => (world: World) =>
  `/api/boards/${world.own.boardId}/members/${world.users[person].id}`
const invitation = ({ own }: World) => `/api/boards/${own.boardId}/invitations/${own.invitationId}`
const isAnswer = (name: string) => name === "invitations.accept" || name === "invitations.decline"
const onBoard = ({ ids = [] }: Row) => ids.length > 0 && !ids.every((id) => id === "workspaceId")

const ofDeletion = ({ ids = [] }: Row) => ids.includes("deletionId")
/** A task that was deleted before its board can be purged by those who manage the board, and not be restored by its editors. */
const inTrash = (who: Person, name: string) => (name !== "trash.purge" ? 409 : who === "owner" ? 200 : 403)

const removed = (who: Person): Stale => ({ who, now: "stranger", end: by("owner", "DELETE", member(who)) })
const becomes = (who: Person, role: string, now: Caller): Stale => ({
  who,
  now,
  end: by("owner", "PATCH", member(who), () => ({ role }))
})
const withoutBoard = (who: Person, now: Caller): Stale => ({
  who,
  now,
  end: by("owner", "DELETE", ({ own }) => `/api/boards/${own.boardId}`),
  answers: (name, row) => (ofDeletion(row) ? inTrash(who, name) : onBoard(row) ? 404 : undefined)
})
const withoutWorkspace = (who: Person): Stale => ({
  who,
  now: "stranger",
  end: by("owner", "DELETE", ({ own }) => `/api/workspaces/${own.workspaceId}`),
  answers: (_, { ids = [] }) => (ids.length > 0 ? 404 : undefined)
})
const shutOut = (who: Person): Stale => ({
  who,
  now: "anonymous",
  end: atTerminal(({ users }) => Account.disableAccount(users[who].id))
})

const STALE: Record<string, Stale> = {
  "an editor who was removed": removed("editor"),
  "an admin who was removed": removed("admin"),
  "an editor who left": { ...removed("editor"), end: by("editor", "DELETE", member("editor")) },
  "who declined the invitation": {
    who: "invitee",
    now: "stranger",
    end: by("invitee", "POST", ({ own }) => `/api/invitations/${own.invitationId}/decline`),
    answers: (name) => (isAnswer(name) ? 400 : undefined)
  },
  "whose invitation was withdrawn": {
    who: "invitee",
    now: "stranger",
    end: by("owner", "DELETE", invitation),
    answers: (name) => (isAnswer(name) ? 404 : undefined)
  },
  "who is asked to be a viewer now": {
    who: "invitee",
    now: "viewer",
    end: by(
      "owner",
      "POST",
      ({ own }) => `/api/boards/${own.boardId}/invite`,
      ({ users }) => ({ userId: users.invitee.id, role: "viewer" })
    ),
    answers: (name) => (isAnswer(name) ? 200 : undefined),
    keeps: ({ own }) => own.invitationId
  },
  "an admin who became an editor": becomes("admin", "editor", "editor"),
  "an admin who became a viewer": becomes("admin", "viewer", "viewer"),
  "an editor who became a viewer": becomes("editor", "viewer", "viewer"),
  "an admin who stepped down": {
    ...becomes("admin", "viewer", "viewer"),
    end: by("admin", "PATCH", member("admin"), () => ({ role: "viewer" }))
  },
  "a member of a board that is gone": withoutBoard("editor", "stranger"),
  "who was invited to a board that is gone": withoutBoard("invitee", "stranger"),
  "the owner of a board that is gone": withoutBoard("owner", "owner"),
  "a member in a workspace that is gone": withoutWorkspace("admin"),
  "the owner of a workspace that is gone": withoutWorkspace("owner"),
  "a member who was shut out": shutOut("editor"),
  "the owner who was shut out": shutOut("owner"),
  "who was let in again, with the token from before": {
    ...shutOut("admin"),
    end: async (server, world) => {
      await shutOut("admin").end(server, world)
      await atTerminal(({ users }) => Account.enableAccount(users.admin.id) as never)(server, world)
    }
  },
  "whose password was set anew": {
    ...shutOut("admin"),
    end: atTerminal(({ users }) => Account.setPassword(users.admin.id, { password: "another one" }) as never)
  }
}

const expected = ({ answers, now }: Stale, name: string, row: Row): number => {
  const denied = row.hidden && ALLOWED["read"]?.includes(now) === false ? 404 : 403
  const usual = ALLOWED[row.may]?.includes(now) === true ? row.status : now === "anonymous" ? 401 : denied
  return answers?.(name, row) ?? usual
}

describe("rights that ended", () => {
  let copies: WorldCopies
  beforeAll(async () => {
    copies = await copyWorlds()
  })
  afterAll(() => copies.remove())

  it.each(Object.entries(STALE))("%s has none of them at the next request", async (_name, stale) => {
    const { canaries, world } = copies
    const server = await copies.start()
    onTestFinished(server.stop)
    const read = await storedReader(server)
    const { id, token } = world.users[stale.who]
    const profile = await server.call("GET", "/api/auth/me", { token })
    const { body } = await server.call("GET", "/api/changes?types=invitation.created,invitation.accepted", { token })
    // Their own invitations remain theirs to read, and the log of their account.
    const own = body.changes.filter((change: object) => JSON.stringify(Reflect.get(change, "fields")).includes(id))
    const log = await server.call("GET", "/api/auth/events?limit=1000", { token })
    const known = JSON.stringify([profile.body, own, log.body]) + (stale.keeps?.(world) ?? "")
    await stale.end(server, world)
    const before = await read()
    const answered: Record<string, number> = {}
    const statuses: Record<string, number> = {}
    for (const [name, row] of Object.entries(MATRIX)) {
      const status = expected(stale, name, row)
      // What may be done still is done elsewhere.
      if (status < 300 && routes.get(name)?.method !== "GET") continue
      const request = requestOf(world, stale.who, name, world.own)
      const answer = await send(server, request)
      statuses[name] = status
      answered[name] = answer.status
      const sent = JSON.stringify(request)
      const leaked =
        status < 300 ? canaries.leakedTo(stale.now, answer, known + sent) : canaries.leakedByRefusal(answer, sent)
      expect(leaked).toEqual([])
    }
    expect(Object.keys(statuses).length).toBeGreaterThan(20)
    expect(answered).toEqual(statuses)
    assert.strictEqual(await read(), before)
  })
})
