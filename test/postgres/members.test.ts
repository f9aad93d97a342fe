import { describe, expect, it } from "vitest"
import { as, givenHome, type Home } from "../http/given.js"
import type { TestServer, TestUser } from "../support/server.js"
import { onTwoServers, statusesOf, type TwoServers } from "./twoServers.js"

const BOARD = "select from boardwright_board where id = $1 for update"
const MEMBERS = "select from boardwright_member where board_id = $1 for update"
const INVITATION = "select from boardwright_invitation where id = $1 for update"

const invite = async ({ boardId, post }: Home, user: TestUser, role: string): Promise<string> => {
  const { body } = await post(`/api/boards/${boardId}/invite`, { userId: user.id, role })
  return body.invitation.id
}

const join = async (home: Home, name: string, role: string): Promise<TestUser> => {
  const user = await home.server.user(name)
  const id = await invite(home, user, role)
  await as(home.server, user).post(`/api/invitations/${id}/accept`)
  return user
}

const rolesOf = async ({ boardId, get }: Home): Promise<Readonly<Record<string, string>>> => {
  const { body } = await get(`/api/boards/${boardId}`)
  const members: ReadonlyArray<{ readonly userId: string; readonly role: string }> = body.members
  return Object.fromEntries(members.map(({ role, userId }) => [userId, role]))
}

const member = ({ boardId }: Home, { id }: TestUser) => `/api/boards/${boardId}/members/${id}`

onTwoServers("an invitation, answered on one instance while it changes on the other", (both) => {
  const given = async (role = "editor") => {
    const home = await givenHome(both().left)
    const guest = await both().left.user("guest")
    const id = await invite(home, guest, role)
    return {
      home,
      guest,
      id,
      accept: () => as(both().right, guest).post(`/api/invitations/${id}/accept`),
      withdraw: () => home.del(`/api/boards/${home.boardId}/invitations/${id}`)
    }
  }
  const stored = (id: string) => both().query("select status from boardwright_invitation where id = $1", [id])

  it("accepted first, it is not withdrawn", async () => {
    const { accept, guest, home, id, withdraw } = await given()
    const answers = await both().whileHeld([INVITATION, id], [accept, withdraw])
    expect(statusesOf(answers)).toEqual([200, 400])
    expect(await rolesOf(home)).toMatchObject({ [guest.id]: "editor" })
    expect(await stored(id)).toEqual([{ status: "accepted" }])
  })

  it("withdrawn first, it is not accepted", async () => {
    const { accept, guest, home, id, withdraw } = await given()
    const answers = await both().whileHeld([INVITATION, id], [withdraw, accept])
    expect(statusesOf(answers)).toEqual([200, 400])
    expect(await rolesOf(home)).not.toHaveProperty(guest.id)
    expect(await stored(id)).toEqual([])
  })

  it.each(["invitation", "board"] as const)("offered again first, it gives the new role (%s held)", async (held) => {
    const { accept, guest, home, id } = await given("editor")
    const again = () => home.post(`/api/boards/${home.boardId}/invite`, { userId: guest.id, role: "viewer" })
    const lock = held === "board" ? ([BOARD, home.boardId] as const) : ([INVITATION, id] as const)
    const answers = await both().whileHeld(lock, [again, accept])
    expect(statusesOf(answers)).toEqual([200, 200])
    expect(answers[1]?.body).toMatchObject({ invitation: { role: "viewer", status: "accepted" } })
    expect(await rolesOf(home)).toMatchObject({ [guest.id]: "viewer" })
  })

  it("accepted first, it is not offered again", async () => {
    const { accept, guest, home, id } = await given("editor")
    const again = () => home.post(`/api/boards/${home.boardId}/invite`, { userId: guest.id, role: "viewer" })
    const answers = await both().whileHeld([INVITATION, id], [accept, again])
    expect(statusesOf(answers)).toEqual([200, 400])
    expect(await rolesOf(home)).toMatchObject({ [guest.id]: "editor" })
  })

  it("answered on both at once, it is answered once", async () => {
    const { accept, guest, home, id } = await given()
    const decline = () => as(both().left, guest).post(`/api/invitations/${id}/decline`)
    const answers = await both().whileHeld([INVITATION, id], [decline, accept])
    expect(statusesOf(answers)).toEqual([200, 400])
    expect(await rolesOf(home)).not.toHaveProperty(guest.id)
  })
})

onTwoServers("an account that is deleted while an invitation is accepted", (both) => {
  const given = async () => {
    const home = await givenHome(both().left)
    const guest = await both().left.user("guest")
    const id = await invite(home, guest, "editor")
    return { home, guest, accept: () => as(both().right, guest).post(`/api/invitations/${id}/accept`) }
  }
  const remove = (user: TestUser, name: string) => () =>
    as(both().left, user).post("/api/auth/me/delete", { password: `password of ${name}` })

  it("is not invited any more", async () => {
    const { guest, home } = await given()
    const [other, there] = [await givenHome(both().left, "other"), both().right]
    const post = () =>
      as(there, other.user).post(`/api/boards/${other.boardId}/invite`, { userId: guest.id, role: "editor" })
    // The deletion has locked the account when it waits for the board.
    const answers = await both().whileHeld([BOARD, home.boardId], [remove(guest, "guest"), post])
    expect(statusesOf(answers)).toEqual([200, 404])
    expect((await other.get(`/api/boards/${other.boardId}/invitations`)).body.invitations).toEqual([])
  })

  it("stays if it owns the board that then has another member", async () => {
    const { accept, guest, home } = await given()
    const answers = await both().whileHeld([BOARD, home.boardId], [accept, remove(home.user, "owner")])
    expect(statusesOf(answers)).toEqual([200, 409])
    expect(await rolesOf(home)).toMatchObject({ [guest.id]: "editor" })
  })

  it("leaves the board that it then is a member of, as the changes say", async () => {
    const { accept, guest, home } = await given()
    const answers = await both().whileHeld([BOARD, home.boardId], [accept, remove(guest, "guest")])
    expect(statusesOf(answers)).toEqual([200, 200])
    expect(await rolesOf(home)).not.toHaveProperty(guest.id)
    const { body } = await home.get(`/api/changes?boardId=${home.boardId}&types=member.added,member.removed`)
    expect(body.changes).toMatchObject(
      ["member.added", "member.removed"].map((type) => ({ type, subjectId: guest.id }))
    )
  })
})

onTwoServers("rights that end on one instance while they are used on the other", (both) => {
  const team = async () => {
    const home = await givenHome(both().left)
    const admin = await join(home, "admin", "admin")
    const other = await join(home, "other", "admin")
    const nobody = await home.server.user("nobody")
    return { home, admin, other, nobody, act: as(both().right, admin) }
  }
  type Team = Awaited<ReturnType<typeof team>>

  const uses: Readonly<Record<string, (team: Team) => ReturnType<TestServer["call"]>>> = {
    "remove a member": ({ act, home, other }) => act.del(member(home, other)),
    "change a member": ({ act, home, other }) => act.patch(member(home, other), { role: "viewer" }),
    invite: ({ act, home, nobody }) =>
      act.post(`/api/boards/${home.boardId}/invite`, { userId: nobody.id, role: "admin" }),
    "change the board": ({ act, home }) => act.patch(`/api/boards/${home.boardId}`, { name: "Taken over" }),
    "add a group": ({ act, home }) => act.post(`/api/boards/${home.boardId}/groups`, { name: "Mine" }),
    "add a column": ({ act, home }) => act.post(`/api/boards/${home.boardId}/columns`, { name: "Mine", type: "text" }),
    "delete the board": ({ act, home }) => act.del(`/api/boards/${home.boardId}`)
  }

  it.each(Object.entries(uses))("do not %s any more", async (_name, use) => {
    const given = await team()
    const { admin, home } = given
    const remove = () => home.del(member(home, admin))
    const before = (await home.get(`/api/boards/${home.boardId}`)).body
    const answers = await both().whileHeld([BOARD, home.boardId], [remove, () => use(given)])
    expect(statusesOf(answers)).toEqual([200, 403])
    const after = (await home.get(`/api/boards/${home.boardId}`)).body
    const left = before.members.filter(({ userId }: { readonly userId: string }) => userId !== admin.id)
    expect(after).toEqual({ ...before, members: left })
  })
})

onTwoServers("a board with two admins", (both) => {
  const pair = async () => {
    const home = await givenHome(both().left)
    const admin = await join(home, "admin", "admin")
    return { home, admin, act: as(both().right, admin) }
  }
  type Pair = Awaited<ReturnType<typeof pair>>
  const admins = async (home: Home) => Object.values(await rolesOf(home)).filter((role) => role === "admin")

  const leaving: Readonly<Record<string, (pair: Pair) => Parameters<TwoServers["whileHeld"]>[1]>> = {
    "who both leave": ({ act, admin, home }) => [
      () => home.del(member(home, home.user)),
      () => act.del(member(home, admin))
    ],
    "who both step down": ({ act, admin, home }) => [
      () => home.patch(member(home, home.user), { role: "viewer" }),
      () => act.patch(member(home, admin), { role: "editor" })
    ],
    "of whom one leaves and one steps down": ({ act, admin, home }) => [
      () => act.del(member(home, admin)),
      () => home.patch(member(home, home.user), { role: "editor" })
    ]
  }

  describe.each(Object.entries(leaving))("%s at once", (_name, requests) => {
    it("keeps one", async () => {
      const given = await pair()
      const answers = await both().whileHeld([MEMBERS, given.home.boardId], requests(given))
      expect(statusesOf(answers)).toEqual([200, 400])
      expect(await admins(given.home)).toEqual(["admin"])
    })
  })

  it("who remove each other keeps one", async () => {
    const { act, admin, home } = await pair()
    const requests = [() => home.del(member(home, admin)), () => act.del(member(home, home.user))]
    const answers = await both().whileHeld([MEMBERS, home.boardId], requests)
    expect(statusesOf(answers)).toEqual([200, 403])
    expect(await admins(home)).toEqual(["admin"])
  })
})
