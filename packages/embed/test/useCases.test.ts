import { Facade } from "@boardwright/core"
import { asUser, type Boardwright, createBoardwright, type Mail, mailerOf, operator, sqlite } from "@boardwright/embed"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { operatorCalls } from "./operatorCalls.js"
import { webhookCalls } from "./webhookCalls.js"
import { givenUser, mailTo, PASSWORD, plainHasher, SECRET, tokenIn } from "./hubs.js"

const mails: Array<Mail> = []
const mailed = mailTo(mails)
let hub: Boardwright
let ada: Awaited<ReturnType<typeof givenUser>>
let bob: Awaited<ReturnType<typeof givenUser>>

beforeAll(async () => {
  hub = await createBoardwright({
    storage: sqlite(":memory:"),
    jwtSecret: SECRET,
    mailer: mailerOf((mail) => mails.push(mail)),
    passwordHasher: plainHasher,
    secretsKey: "5e".repeat(32),
    deliverWebhooks: false
  })
  const people = ["ada", "bob"].map((name) => givenUser({ hub, mailTo: mailed }, name))
  const [first, second] = await Promise.all(people)
  if (first === undefined || second === undefined) throw new Error("nobody is there")
  ada = first
  bob = second
})
afterAll(() => hub.close())

const givenBoard = async () => {
  const actor = asUser(ada.id)
  const workspace = await hub.workspaces.create(actor, { name: "Garden" })
  const board = await hub.boards.create(actor, { name: "Spring", workspaceId: workspace.id })
  const task = await hub.tasks.create(actor, { boardId: board.id, name: "Dig" })
  return { actor, workspace, board, task }
}
type World = Awaited<ReturnType<typeof givenBoard>>

const invited = ({ actor, board }: World) => hub.members.invite(actor, board.id, { userId: bob.id, role: "editor" })

const toTeam = ({ actor, workspace }: World, role: "admin" | "editor" = "editor") =>
  hub.workspaceMembers.invite(actor, workspace.id, { userId: bob.id, role })

const inTeam = async (world: World, role?: "admin") => {
  const { invitation } = await toTeam(world, role)
  await hub.invitations.accept(asUser(bob.id), invitation.id)
}

const joined = async (world: World) => {
  const { invitation } = await invited(world)
  await hub.invitations.accept(asUser(bob.id), invitation.id)
}

const signedUp = async (name: string) => {
  const email = `${name}@example.com`
  await hub.accounts.signUp({ name, email, password: PASSWORD })
  return { email, token: tokenIn(await mailed(email)) }
}

/** A verified account that has asked for another address, and the token that was mailed there. */
const changedEmail = async (name: string) => {
  const { email, token } = await signedUp(name)
  await hub.accounts.verifyEmail(token)
  const { user } = await hub.accounts.signIn({ email, password: PASSWORD })
  const other = `${name}@example.org`
  await hub.accounts.changeEmail(asUser(user.id), { email: other, password: PASSWORD })
  return { email, other, confirm: tokenIn(await mailed(other)) }
}

/** A sign-in of bob's, and the list of his sessions. */
const givenSession = async () => {
  const { token } = await hub.accounts.signIn({ email: bob.email, password: PASSWORD })
  const actor = await hub.accounts.authenticate(token)
  if (actor._tag !== "User" || actor.sessionId === undefined) throw new Error("no session began")
  return { token, actor: { ...actor, sessionId: actor.sessionId }, list: () => hub.accounts.sessions(actor) }
}

const refused = (call: Promise<unknown>, code: string) => expect(call).rejects.toMatchObject({ code })

/** What each use case answers. A use case without a call neither compiles nor passes. */
type Calls = {
  readonly [Noun in keyof Facade.Promises]: {
    readonly [Name in keyof Facade.Promises[Noun]]: (world: World) => Promise<unknown>
  }
}

const CALLS: Calls = {
  accounts: {
    signUp: async () => expect((await signedUp("carol")).token).toMatch(/^[0-9a-f]{64}$/),
    signIn: async () => {
      const signedIn = await hub.accounts.signIn({ email: "ADA@example.com", password: PASSWORD })
      expect(signedIn).toMatchObject({ token: expect.stringMatching(/^ey/), user: { id: ada.id, name: "ada" } })
    },
    startSingleSignOn: () => refused(hub.accounts.startSingleSignOn(), "NotFound"),
    finishSingleSignOn: () => refused(hub.accounts.finishSingleSignOn("", ""), "NotFound"),
    exchangeSignInCode: () => refused(hub.accounts.exchangeSignInCode("", { code: "x" }), "InvalidEmailToken"),
    authenticate: async () => expect(await hub.accounts.authenticate(ada.token)).toMatchObject(asUser(ada.id)),
    verifyEmail: async () => {
      const { email, token } = await signedUp("dora")
      await hub.accounts.verifyEmail(token)
      await expect(hub.accounts.signIn({ email, password: PASSWORD })).resolves.toBeDefined()
    },
    resendVerification: async () => {
      const { email } = await signedUp("emil")
      await hub.accounts.resendVerification({ email })
      expect(tokenIn(await mailed(email, 2))).toMatch(/^[0-9a-f]{64}$/)
    },
    requestPasswordReset: async () => {
      const before = mails.filter(({ to }) => to === bob.email).length
      await hub.accounts.requestPasswordReset({ email: bob.email })
      expect((await mailed(bob.email, before + 1)).subject).toBe("Reset your password")
    },
    resetPassword: async () => {
      const { email, token } = await signedUp("frida")
      await hub.accounts.verifyEmail(token)
      await hub.accounts.requestPasswordReset({ email })
      await hub.accounts.resetPassword({ token: tokenIn(await mailed(email, 2)), password: "a new password" })
      await expect(hub.accounts.signIn({ email, password: "a new password" })).resolves.toBeDefined()
    },
    unsubscribe: async () => {
      await expect(hub.accounts.unsubscribe("0".repeat(64))).rejects.toMatchObject({ code: "InvalidEmailToken" })
    },
    profile: async ({ actor }) => expect(await hub.accounts.profile(actor)).toMatchObject({ email: ada.email }),
    updateProfile: async ({ actor }) => {
      const profile = await hub.accounts.updateProfile(actor, { timezone: "Asia/Kolkata", language: "de" })
      expect(profile).toMatchObject({ timezone: "Asia/Kolkata", language: "de" })
    },
    changePassword: async () => {
      const { email, token } = await signedUp("gerda")
      await hub.accounts.verifyEmail(token)
      const { user } = await hub.accounts.signIn({ email, password: PASSWORD })
      const input = { currentPassword: PASSWORD, newPassword: "a new password" }
      const changed = await hub.accounts.changePassword(asUser(user.id), input)
      expect(await hub.accounts.authenticate(changed.token)).toMatchObject(asUser(user.id))
    },
    deleteOwn: async () => {
      const { email, token } = await signedUp("kate")
      await hub.accounts.verifyEmail(token)
      const { token: session, user } = await hub.accounts.signIn({ email, password: PASSWORD })
      await hub.accounts.deleteOwn(asUser(user.id), { password: PASSWORD })
      await expect(hub.accounts.authenticate(session)).rejects.toMatchObject({ code: "Unauthenticated" })
    },
    exportOwn: async () => {
      const { header, parts } = await hub.accounts.exportOwn(asUser(ada.id))
      expect(header.profile).toMatchObject({ id: ada.id, email: ada.email })
      for await (const { items, list } of parts)
        if (list === "boards") expect(items[0]).toMatchObject({ role: "owner" })
    },
    changeEmail: async () => {
      const { confirm, email, other } = await changedEmail("hilda")
      await hub.accounts.confirmEmail({ token: confirm })
      await expect(hub.accounts.signIn({ email, password: PASSWORD })).rejects.toMatchObject({
        code: "InvalidCredentials"
      })
      expect((await mailed(email, 2)).subject).toBe("Your email address was changed")
      await expect(hub.accounts.signIn({ email: other, password: PASSWORD })).resolves.toBeDefined()
    },
    confirmEmail: async () => {
      const { confirm, other } = await changedEmail("irma")
      await hub.accounts.confirmEmail({ token: confirm })
      await expect(hub.accounts.signIn({ email: other, password: PASSWORD })).resolves.toBeDefined()
    },
    undoEmail: async () => {
      const { confirm, email } = await changedEmail("jane")
      await hub.accounts.confirmEmail({ token: confirm })
      await hub.accounts.undoEmail({ token: tokenIn(await mailed(email, 2)) })
      await expect(hub.accounts.signIn({ email, password: PASSWORD })).resolves.toBeDefined()
    },
    completeOnboarding: async () => {
      const input = { companyName: "Ltd", companySize: "1-10", role: "boss", useCase: "work", firstWorkspace: "First" }
      const profile = await hub.accounts.completeOnboarding(asUser(bob.id), input)
      expect(profile).toMatchObject({ hasCompletedOnboarding: true })
    },
    sessions: async () => {
      const { actor, list } = await givenSession()
      const { items } = await list()
      expect(items.filter(({ current }) => current)).toMatchObject([{ id: actor.sessionId, userAgent: null }])
    },
    endSession: async () => {
      const { actor, list } = await givenSession()
      const { token } = await hub.accounts.signIn({ email: "bob@example.com", password: PASSWORD })
      await hub.accounts.endSession(actor, (await list()).items.find(({ current }) => !current)?.id ?? "")
      await expect(hub.accounts.authenticate(token)).rejects.toMatchObject({ code: "Unauthenticated" })
    },
    signOut: async () => {
      const { actor, token } = await givenSession()
      await hub.accounts.signOut(actor)
      await expect(hub.accounts.authenticate(token)).rejects.toMatchObject({ code: "Unauthenticated" })
      const sessionless = hub.accounts.signOut(asUser(bob.id))
      await expect(sessionless).rejects.toMatchObject({ details: { issues: [{ path: ["token"] }] } })
    },
    signOutEverywhere: async () => {
      const { actor, list, token } = await givenSession()
      await hub.accounts.signOutEverywhere(actor)
      await expect(hub.accounts.authenticate(token)).rejects.toMatchObject({ code: "Unauthenticated" })
      expect((await list()).items).toEqual([])
    },
    sessionsOf: async () => {
      await givenSession()
      expect((await hub.accounts.sessionsOf(operator, bob.id, { limit: 1 })).items).toHaveLength(1)
    },
    signOutUser: async () => {
      const { list, token } = await givenSession()
      expect(await hub.accounts.signOutUser(operator, bob.id, { tokens: true })).toMatchObject({ id: bob.id })
      await expect(hub.accounts.authenticate(token)).rejects.toMatchObject({ code: "Unauthenticated" })
      expect((await list()).items).toEqual([])
    },
    events: async () => {
      const { actor } = await givenSession()
      const { items } = await hub.accounts.events(actor, { limit: 1 })
      expect(items).toMatchObject([{ type: "signIn.succeeded", subjectId: actor.sessionId, actorId: bob.id }])
    },
    listEvents: async () => {
      const { actor } = await givenSession()
      const { items } = await hub.accounts.listEvents(operator, { user: bob.id, type: "signIn.succeeded", limit: 1 })
      expect(items).toMatchObject([{ subjectId: actor.sessionId, email: bob.email }])
    },
    ...operatorCalls(() => hub).accounts
  },
  workspaces: {
    list: async ({ actor, workspace }) => expect((await hub.workspaces.list(actor)).items).toContainEqual(workspace),
    get: async ({ actor, workspace }) => expect(await hub.workspaces.get(actor, workspace.id)).toEqual(workspace),
    create: async ({ workspace }) => expect(workspace).toMatchObject({ name: "Garden", ownerId: ada.id }),
    duplicate: async ({ actor, board, workspace }) => {
      const copy = await hub.workspaces.duplicate(actor, workspace.id, { name: "Autumn" })
      expect(copy).toMatchObject({ name: "Autumn", ownerId: ada.id, role: "owner", icon: workspace.icon })
      const { items } = await hub.boards.list(actor, { workspaceId: copy.id })
      expect(items).toMatchObject([{ name: board.name, members: board.members }])
    },
    update: async ({ actor, workspace }) =>
      expect(await hub.workspaces.update(actor, workspace.id, { name: "Yard" })).toMatchObject({ name: "Yard" }),
    delete: async ({ actor, board, workspace }) => {
      await hub.workspaces.delete(actor, workspace.id)
      await expect(hub.boards.get(actor, board.id)).rejects.toMatchObject({ code: "NotFound" })
    },
    transfer: async (world) => {
      await inTeam(world, "admin")
      const handed = await hub.workspaces.transfer(world.actor, world.workspace.id, { userId: bob.id })
      expect(handed).toMatchObject({ ownerId: bob.id })
    },
    ...operatorCalls(() => hub).workspaces
  },
  workspaceMembers: {
    list: async (world) => {
      await inTeam(world)
      const { items } = await hub.workspaceMembers.list(world.actor, world.workspace.id)
      expect(items).toMatchObject([
        { userId: ada.id, role: "owner" },
        { userId: bob.id, name: "bob", role: "editor" }
      ])
    },
    invite: async (world) => {
      const { invitation } = await toTeam(world)
      expect(invitation).toMatchObject({ boardId: null, workspaceId: world.workspace.id, status: "pending" })
    },
    update: async (world) => {
      await inTeam(world)
      const { actor, workspace } = world
      const member = await hub.workspaceMembers.update(actor, workspace.id, bob.id, { role: "viewer" })
      expect(member).toMatchObject({ userId: bob.id, role: "viewer" })
    },
    remove: async (world) => {
      await inTeam(world)
      expect(await hub.boards.get(asUser(bob.id), world.board.id)).toMatchObject({ name: "Spring" })
      await hub.workspaceMembers.remove(world.actor, world.workspace.id, bob.id)
      await expect(hub.boards.get(asUser(bob.id), world.board.id)).rejects.toMatchObject({ code: "Forbidden" })
    },
    listInvitations: async (world) => {
      const { invitation } = await toTeam(world)
      const list = await hub.workspaceMembers.listInvitations(world.actor, world.workspace.id)
      expect(list.items).toMatchObject([{ id: invitation.id }])
    },
    withdraw: async (world) => {
      const { invitation } = await toTeam(world)
      await hub.workspaceMembers.withdraw(world.actor, world.workspace.id, invitation.id)
      expect((await hub.workspaceMembers.listInvitations(world.actor, world.workspace.id)).items).toEqual([])
    },
    resend: async ({ actor, workspace }) => {
      const email = "grace@example.test"
      const { invitation } = await hub.workspaceMembers.invite(actor, workspace.id, { email, role: "viewer" })
      const resent = await hub.workspaceMembers.resend(actor, workspace.id, invitation.id)
      expect(resent).toMatchObject({ id: invitation.id, email })
    }
  },
  boards: {
    list: async ({ actor, board, workspace }) =>
      expect((await hub.boards.list(actor, { workspaceId: workspace.id })).items).toMatchObject([{ id: board.id }]),
    get: async ({ actor, board }) => expect(await hub.boards.get(actor, board.id)).toEqual(board),
    people: async (world) => {
      await joined(world)
      const { items } = await hub.boards.people(world.actor, world.board.id)
      expect(items).toMatchObject([
        { id: ada.id, email: ada.email, role: "admin" },
        { id: bob.id, name: "bob", role: "editor" }
      ])
    },
    calendar: async ({ actor, board, task }) => {
      await hub.tasks.update(actor, task.id, { dueDate: "2027-03-01" })
      const { key } = await hub.boards.createCalendarLink(actor, board.id)
      const calendar = await hub.boards.calendar(board.id, key)
      for (let time = 0; time < 2; time++) {
        let text = ""
        for await (const part of calendar) text += part
        expect(text).toContain(`UID:${task.id}@boardwright\r\n`)
      }
      await refused(hub.boards.calendar(board.id, key.replaceAll(/./g, "0")), "NotFound")
    },
    createCalendarLink: async ({ actor, board }) => {
      const { calendarLink, key } = await hub.boards.createCalendarLink(actor, board.id)
      expect(calendarLink).toMatchObject({ userId: ada.id })
      expect(key).toMatch(/^[0-9a-f]{64}$/)
      await refused(hub.boards.createCalendarLink(operator, board.id), "Forbidden")
    },
    listCalendarLinks: async (world) => {
      await joined(world)
      const { calendarLink } = await hub.boards.createCalendarLink(asUser(bob.id), world.board.id)
      for (const actor of [world.actor, operator, asUser(bob.id)])
        expect((await hub.boards.listCalendarLinks(actor, world.board.id)).items).toEqual([calendarLink])
    },
    deleteCalendarLink: async ({ actor, board }) => {
      const { calendarLink, key } = await hub.boards.createCalendarLink(actor, board.id)
      await hub.boards.deleteCalendarLink(operator, board.id, calendarLink.id)
      await refused(hub.boards.calendar(board.id, key), "NotFound")
    },
    find: async ({ actor, workspace }) => {
      const name = `Board of ${workspace.id}`
      const first = await hub.boards.create(actor, { name, workspaceId: workspace.id })
      expect(await hub.boards.find(actor, name)).toEqual(first)
      const second = await hub.boards.create(actor, { name, workspaceId: workspace.id })
      const details = { name, ids: [first.id, second.id], total: 2 }
      await expect(hub.boards.find(actor, name)).rejects.toMatchObject({ code: "BoardAmbiguous", details })
    },
    create: async ({ board }) => expect(board).toMatchObject({ members: [{ userId: ada.id, role: "admin" }] }),
    duplicate: async ({ actor, board, task }) => {
      const copy = await hub.boards.duplicate(actor, board.id, { name: "Autumn", withTasks: true })
      expect(copy).toMatchObject({ name: "Autumn", members: board.members, background: board.background })
      expect((await hub.tasks.list(actor, { boardId: copy.id })).items).toMatchObject([{ name: task.name }])
    },
    import: async ({ actor, workspace }) => {
      const columnMappings = [{ index: 0, name: "Task", type: "text", isFirstColumn: true }]
      const input = { name: "Rows", workspaceId: workspace.id, columnMappings, headers: ["Task"], rows: [{ 0: "Dig" }] }
      expect(await hub.boards.import(actor, input, { dryRun: true })).toMatchObject({ board: null, imported: 1 })
      expect(await hub.boards.import(actor, input)).toMatchObject({ board: { name: "Rows" }, imported: 1 })
    },
    export: async ({ actor, board, task }) => {
      const { archive, tasks } = await hub.boards.export(actor, board.id)
      expect(archive).toMatchObject({ board: { name: "Spring" }, people: [{ id: ada.id, email: ada.email }] })
      for (let time = 0; time < 2; time++) {
        const names: Array<string> = []
        for await (const { name } of tasks) names.push(name)
        expect(names).toEqual([task.name])
      }
    },
    restore: async ({ actor, board, workspace }) => {
      const { archive, tasks: exported } = await hub.boards.export(actor, board.id)
      const tasks: Array<unknown> = []
      for await (const each of exported) tasks.push(each)
      const input = { workspaceId: workspace.id, name: "Again" }
      for (const given of [exported, tasks, tasks.values()]) {
        const made = { board: { name: "Again" }, restored: 1, warnings: 0 }
        expect(await hub.boards.restore(actor, input, archive, given)).toMatchObject(made)
      }
      const warnings: Array<string> = []
      const strange = { ...archive, members: [...archive.members, { userId: "nobody", role: "viewer" }] }
      const options = { dryRun: true, onWarning: ({ value }: { value: string }) => warnings.push(value) }
      const dry = await hub.boards.restore(actor, input, strange, tasks, options)
      expect([dry, warnings]).toMatchObject([{ board: null, restored: 1, warnings: 1 }, ["nobody"]])
      const refused = { code: "InvalidInput", details: { issues: [{ path: ["tasks"] }] } }
      for (const none of [undefined, null, 7, {}]) {
        await expect(hub.boards.restore(actor, input, archive, none as never)).rejects.toMatchObject(refused)
      }
      for (const given of [[operator], [operator, 7]]) {
        await expect(Reflect.apply(hub.boards.restore, hub, given)).rejects.toMatchObject(refused)
      }
    },
    update: async ({ actor, board }) =>
      expect(await hub.boards.update(actor, board.id, { name: "Fall" })).toMatchObject({ name: "Fall" }),
    delete: async ({ actor, board }) => {
      await hub.boards.delete(actor, board.id)
      await expect(hub.boards.get(actor, board.id)).rejects.toMatchObject({ code: "NotFound" })
    },
    addGroup: async ({ actor, board }) =>
      expect(await hub.boards.addGroup(actor, board.id, { name: "Later" })).toMatchObject({ name: "Later" }),
    updateGroup: async ({ actor, board }) => {
      const { id } = await hub.boards.addGroup(actor, board.id, { name: "Later" })
      const group = await hub.boards.updateGroup(actor, board.id, id, { beforeGroupId: board.groups[0]?.id ?? null })
      expect(group).toMatchObject({ id, name: "Later" })
      expect((await hub.boards.get(actor, board.id)).groups[0]?.id).toBe(id)
    },
    deleteGroup: async ({ actor, board, task }) => {
      const { id } = await hub.boards.addGroup(actor, board.id, { name: "Later" })
      await hub.boards.deleteGroup(actor, board.id, task.groupId, { moveTasksTo: id })
      expect((await hub.tasks.get(actor, task.id)).groupId).toBe(id)
      const last = hub.boards.deleteGroup(actor, board.id, id)
      await expect(last).rejects.toMatchObject({ details: { issues: [{ path: ["groupId"] }] } })
    },
    addColumn: async ({ actor, board }) =>
      expect(await hub.boards.addColumn(actor, board.id, { name: "Notes", type: "text" })).toMatchObject({
        width: null
      }),
    updateColumn: async ({ actor, board }) => {
      const { id } = await hub.boards.addColumn(actor, board.id, { name: "Notes", type: "text" })
      expect(await hub.boards.updateColumn(actor, board.id, id, { width: 80 })).toMatchObject({ id, width: 80 })
    },
    deleteColumn: async ({ actor, board, task }) => {
      const { id } = await hub.boards.addColumn(actor, board.id, { name: "Notes", type: "text" })
      await hub.tasks.update(actor, task.id, { columnValues: { [id]: "Peas" } })
      await hub.boards.deleteColumn(actor, board.id, id)
      expect((await hub.tasks.get(actor, task.id)).columnValues).toEqual({})
    }
  },
  members: {
    invite: async (world) =>
      expect(await invited(world)).toMatchObject({ created: true, invitation: { status: "pending", role: "editor" } }),
    update: async (world) => {
      await joined(world)
      const member = await hub.members.update(world.actor, world.board.id, bob.id, { role: "viewer" })
      expect(member).toMatchObject({ userId: bob.id, role: "viewer", name: "bob" })
    },
    remove: async (world) => {
      await joined(world)
      await hub.members.remove(world.actor, world.board.id, bob.id)
      expect((await hub.boards.get(world.actor, world.board.id)).members).toHaveLength(1)
    }
  },
  invitations: {
    listMine: async (world) => {
      const { invitation } = await invited(world)
      const mine = await hub.invitations.listMine(asUser(bob.id), { limit: 1000 })
      expect(mine.items).toContainEqual(expect.objectContaining({ id: invitation.id, boardName: "Spring" }))
    },
    listOfBoard: async (world) => {
      const { invitation } = await invited(world)
      const list = await hub.invitations.listOfBoard(world.actor, world.board.id)
      expect(list.items).toMatchObject([{ id: invitation.id }])
    },
    accept: async (world) => {
      await joined(world)
      expect(await hub.boards.get(asUser(bob.id), world.board.id)).toMatchObject({ name: "Spring" })
    },
    decline: async (world) => {
      const { invitation } = await invited(world)
      expect(await hub.invitations.decline(asUser(bob.id), invitation.id)).toMatchObject({ status: "declined" })
    },
    withdraw: async (world) => {
      const { invitation } = await invited(world)
      await hub.invitations.withdraw(world.actor, world.board.id, invitation.id)
      expect((await hub.invitations.listOfBoard(world.actor, world.board.id)).items).toEqual([])
    },
    resend: async ({ actor, board }) => {
      const email = "grace@example.test"
      const { invitation } = await hub.members.invite(actor, board.id, { email, role: "viewer" })
      expect(await hub.invitations.resend(actor, board.id, invitation.id)).toMatchObject({ id: invitation.id, email })
    }
  },
  tasks: {
    list: async ({ actor, board, task }) => {
      expect(await hub.tasks.list(actor, { boardId: board.id })).toMatchObject({ items: [{ id: task.id }], total: 1 })
      const { items } = await hub.tasks.list(actor, { boardId: board.id, include: ["columnValues", "counts"] })
      expect(items).toMatchObject([{ columnValues: {}, counts: { comments: 0, subtasksDone: 0, minutes: 0 } }])
      const found = await hub.tasks.list(actor, { boardId: board.id, q: "di" })
      expect(found).toMatchObject({ items: [{ id: task.id }], complete: true })
    },
    mine: async ({ actor, board, task }) => {
      await hub.tasks.update(operator, task.id, { assignees: [ada.id] })
      const { items } = await hub.tasks.mine(actor, { workspaceId: board.workspaceId, status: ["pending"] })
      expect(items).toMatchObject([{ id: task.id, boardName: board.name, workspaceId: board.workspaceId }])
      const all = await hub.tasks.mine(actor)
      expect(all.items.map(({ id }) => id)).toContain(task.id)
      await expect(hub.tasks.mine(operator)).rejects.toMatchObject({ code: "Forbidden" })
    },
    get: async ({ actor, task }) => expect(await hub.tasks.get(actor, task.id)).toMatchObject(task),
    create: async ({ board, task }) => expect(task).toMatchObject({ boardId: board.id, name: "Dig", dueDate: null }),
    update: async ({ task }) =>
      expect(await hub.tasks.update(operator, task.id, { assignees: [ada.id] })).toMatchObject({ assignees: [ada.id] }),
    move: async ({ actor, board, task }) => {
      const group = await hub.boards.addGroup(actor, board.id, { name: "Later" })
      expect(await hub.tasks.move(actor, task.id, { groupId: group.id })).toMatchObject({ groupId: group.id })
    },
    moveToBoard: async ({ actor, task, workspace }) => {
      const { id } = await hub.boards.create(actor, { name: "Autumn", workspaceId: workspace.id })
      const { lost, task: moved } = await hub.tasks.moveToBoard(actor, task.id, { boardId: id })
      expect([moved.id, moved.boardId, lost]).toEqual([task.id, id, []])
    },
    duplicate: async ({ actor, task }) => {
      const copy = await hub.tasks.duplicate(actor, task.id, { name: "Again" })
      expect(copy).toMatchObject({ groupId: task.groupId, name: "Again", status: task.status })
    },
    bulk: async ({ actor, board, task }) => {
      const operations = [
        { op: "create", ref: "peas", task: { name: "Sow" } },
        { op: "update", id: "peas", patch: { status: "working" }, expect: { status: "pending" } },
        { op: "delete", id: task.id }
      ] as const
      const { batchId, results } = await hub.tasks.bulk(actor, { boardId: board.id, operations })
      expect(results).toMatchObject([{ ref: "peas" }, { task: { name: "Sow", status: "working" } }, { op: "delete" }])
      await hub.changes.undo(actor, batchId)
      expect(await hub.tasks.list(actor, { boardId: board.id })).toMatchObject({ items: [{ id: task.id }] })
    },
    delete: async ({ actor, task }) => {
      await hub.tasks.delete(actor, task.id)
      await expect(hub.tasks.get(actor, task.id)).rejects.toMatchObject({ code: "NotFound" })
    },
    listComments: async ({ actor, task }) => {
      const { id } = await hub.tasks.addComment(actor, task.id, { content: "Done?" })
      expect(await hub.tasks.listComments(actor, task.id)).toMatchObject({ items: [{ id }], total: 1 })
    },
    listSubtasks: async ({ actor, task }) => {
      const { id } = await hub.tasks.addSubtask(actor, task.id, { name: "Spade" })
      expect(await hub.tasks.listSubtasks(actor, task.id, { limit: 1 })).toMatchObject({ items: [{ id }], total: 1 })
    },
    listTimeEntries: async ({ actor, task }) =>
      expect(await hub.tasks.listTimeEntries(actor, task.id, { page: 2 })).toMatchObject({ items: [], page: 2 }),
    addComment: async ({ actor, task }) =>
      expect(await hub.tasks.addComment(actor, task.id, { content: "Done?" })).toMatchObject({ userId: ada.id }),
    updateComment: async ({ actor, task }) => {
      const { id } = await hub.tasks.addComment(actor, task.id, { content: "Done?" })
      const comment = await hub.tasks.updateComment(actor, task.id, id, { content: "Done!" })
      expect(comment).toMatchObject({ id, content: "Done!", editedAt: expect.any(String) as string })
    },
    deleteComment: async ({ actor, task }) => {
      const { id } = await hub.tasks.addComment(actor, task.id, { content: "Done?" })
      await hub.tasks.deleteComment(operator, task.id, id)
      expect(await hub.tasks.listComments(actor, task.id)).toMatchObject({ items: [] })
    },
    addSubtask: async ({ actor, task }) =>
      expect(await hub.tasks.addSubtask(actor, task.id, { name: "Spade" })).toMatchObject({ completed: false }),
    updateSubtask: async ({ actor, task }) => {
      const { id } = await hub.tasks.addSubtask(actor, task.id, { name: "Spade" })
      const subtask = await hub.tasks.updateSubtask(actor, task.id, id, { completed: true })
      expect(subtask).toMatchObject({ id, completed: true })
    },
    deleteSubtask: async ({ actor, task }) => {
      const { id } = await hub.tasks.addSubtask(actor, task.id, { name: "Spade" })
      await hub.tasks.deleteSubtask(actor, task.id, id)
      expect(await hub.tasks.listSubtasks(actor, task.id)).toMatchObject({ items: [] })
    },
    addTimeEntry: async ({ actor, task }) =>
      expect(await hub.tasks.addTimeEntry(actor, task.id, { duration: 1.5 })).toMatchObject({ duration: 1.5 }),
    updateTimeEntry: async ({ actor, task }) => {
      const { id } = await hub.tasks.addTimeEntry(actor, task.id, { duration: 1.5 })
      expect(await hub.tasks.updateTimeEntry(actor, task.id, id, { duration: 2 })).toMatchObject({ id, duration: 2 })
    },
    deleteTimeEntry: async ({ actor, task }) => {
      const { id } = await hub.tasks.addTimeEntry(actor, task.id, { duration: 1.5 })
      await hub.tasks.deleteTimeEntry(actor, task.id, id)
      expect(await hub.tasks.listTimeEntries(actor, task.id)).toMatchObject({ items: [] })
    }
  },
  search: {
    find: async ({ actor, board, task }) => {
      const { results } = await hub.search.find(actor, { q: "DI", boardId: board.id })
      expect(results).toMatchObject([{ taskId: task.id, matched: "name" }])
    }
  },
  trash: {
    list: async ({ actor, board, task }) => {
      await hub.tasks.delete(actor, task.id)
      const { items } = await hub.trash.list(actor, { boardId: board.id })
      expect(items).toMatchObject([{ kind: "task", subjectId: task.id, name: task.name, actorId: ada.id }])
    },
    restore: async ({ actor, board }) => {
      await hub.boards.delete(actor, board.id)
      const { items } = await hub.trash.list(actor, { workspaceId: board.workspaceId })
      const [deletion] = items
      expect(await hub.trash.restore(actor, deletion?.id ?? "")).toEqual(deletion)
      expect(await hub.boards.get(actor, board.id)).toEqual(board)
    },
    purge: async ({ actor, board, task }) => {
      await hub.tasks.delete(actor, task.id)
      const { items } = await hub.trash.list(actor, { boardId: board.id })
      await hub.trash.purge(actor, items[0]?.id ?? "")
      expect(await hub.trash.list(actor, { boardId: board.id })).toMatchObject({ items: [], total: 0 })
    }
  },
  changes: {
    list: async ({ actor, board, task }) => {
      const { changes, cursor, hasMore } = await hub.changes.list(actor, { boardId: board.id, types: ["task.created"] })
      expect({ changes, hasMore }).toMatchObject({ changes: [{ taskId: task.id, actorId: ada.id }], hasMore: false })
      expect(changes[0]).toMatchObject({ requestId: null, fields: { name: { from: null, to: "Dig" } } })
      expect(await hub.changes.list(actor, { since: cursor })).toEqual({ changes: [], cursor, hasMore: false })
      const lost = hub.changes.list(actor, { since: "0.1" })
      await expect(lost).rejects.toMatchObject({ code: "CursorExpired", status: 410, details: { cursor } })
    },
    listOfBoard: async ({ actor, board, task }) => {
      const { items, total } = await hub.changes.listOfBoard(actor, board.id, { type: "task.created" })
      expect([items, total]).toMatchObject([[{ taskId: task.id }], 1])
    },
    listOfTask: async ({ actor, task }) => {
      await hub.tasks.update(actor, task.id, { status: "done" })
      const { items } = await hub.changes.listOfTask(actor, task.id)
      expect(items.map(({ type }) => type)).toEqual(["task.updated", "task.created"])
    },
    undo: async ({ actor, task }) => {
      await hub.tasks.update(actor, task.id, { status: "done" })
      const { items } = await hub.changes.listOfTask(actor, task.id, { type: "task.updated" })
      const [made, ...others] = await hub.changes.undo(actor, items[0]?.id ?? "")
      expect([made?.fields, others]).toEqual([{ status: { from: "done", to: task.status } }, []])
      const again = hub.changes.undo(actor, items[0]?.id ?? "")
      const issues = [{ path: ["status"], message: "has changed since" }]
      await expect(again).rejects.toMatchObject({ code: "UndoConflict", status: 409, details: { issues } })
    },
    consumers: async ({ actor }) => {
      const { stop } = await hub.changes.consume("listed", () => {})
      const [consumer] = await hub.changes.consumers(operator)
      expect(consumer).toMatchObject({ name: "listed", behind: 0, attempts: 0, parkedAt: null, lastError: null })
      await expect(hub.changes.consumers(actor)).rejects.toMatchObject({ code: "Forbidden" })
      await stop()
    },
    resumeConsumer: async ({ board }) => {
      const { stop } = await hub.changes.consume("resumed", () => {})
      await stop()
      await hub.changes.resumeConsumer(operator, "resumed", { since: "start" })
      const consumers = await hub.changes.consumers(operator)
      expect(consumers.find(({ name }) => name === "resumed")?.behind).toBeGreaterThan(1)
      await hub.changes.resumeConsumer(operator, "resumed")
      const unknown = hub.changes.resumeConsumer(operator, board.id)
      await expect(unknown).rejects.toMatchObject({ code: "NotFound", details: { thing: "Consumer", id: board.id } })
    },
    removeConsumer: async () => {
      const { ended } = await hub.changes.consume("removed", () => {})
      await hub.changes.removeConsumer(operator, "removed")
      await ended
      await expect(hub.changes.removeConsumer(operator, "removed")).rejects.toMatchObject({ code: "NotFound" })
    }
  },
  tokens: {
    create: async ({ actor, board }) => {
      const { apiToken, token } = await hub.tokens.create(actor, { name: "CI", scopes: ["read"], boardIds: [board.id] })
      expect(apiToken).toMatchObject({ scopes: ["read"], workspaceIds: [], boardIds: [board.id] })
      const asToken = hub.as(await hub.accounts.authenticate(token))
      expect(await asToken.boards.get(board.id)).toMatchObject({ id: board.id })
      const refused = { code: "Forbidden", details: { lacking: "the scope manage" } }
      await expect(asToken.boards.delete(board.id)).rejects.toMatchObject(refused)
    },
    list: async ({ actor }) => {
      const { apiToken } = await hub.tokens.create(actor, { name: "Listed", scopes: ["write"] })
      expect((await hub.tokens.list(actor)).items).toContainEqual(apiToken)
    },
    delete: async ({ actor }) => {
      const { apiToken, token } = await hub.tokens.create(actor, { name: "Revoked", scopes: ["read"] })
      await hub.tokens.delete(actor, apiToken.id)
      await expect(hub.accounts.authenticate(token)).rejects.toMatchObject({ code: "Unauthenticated" })
    },
    ...operatorCalls(() => hub).tokens
  },
  webhooks: webhookCalls(() => hub)
}

it("every use case has a call here", () => {
  const names = (table: object) =>
    Object.entries(table).flatMap(([noun, calls]) => Object.keys(calls).map((name) => `${noun}.${name}`))
  expect(names(CALLS)).toEqual(names(Facade.useCases))
})

describe.each(Object.entries(CALLS))("%s", (_, calls) => {
  it.each(Object.entries(calls))("%s", async (_, expectAnswer) => {
    await expectAnswer(await givenBoard())
  })
})
