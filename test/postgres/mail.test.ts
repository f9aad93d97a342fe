import { Account, Board, Mail, Notification, Ports, Task, Workspace } from "@boardwright/core"
import { anAccount, RecordingMailer } from "@boardwright/testing"
import { Deferred, Effect, Fiber } from "effect"
import { expect, it } from "vitest"
import type { TestServer } from "../support/server.js"
import { as } from "../support/world.js"
import { onTwoServers } from "./twoServers.js"

const END_WAITING = "update boardwright_mail_job set due_at = now() - interval '1 second'"
const END_LEASES = "update boardwright_mail_job set leased_until = now() - interval '1 second'"

const recipients = (server: TestServer) =>
  server.run(Effect.flatMap(RecordingMailer, ({ sent }) => Effect.map(sent, (mails) => mails.map(({ to }) => to))))

/** Queues a mail to each of so many new accounts. */
const queueMails = (server: TestServer, count: number) =>
  server.run(
    Effect.gen(function* () {
      const accounts = yield* Account.AccountRepository
      const made = Array.from({ length: count }, () => anAccount({ verifiedAt: null }))
      yield* Effect.forEach(made, accounts.insert, { concurrency: 10, discard: true })
      yield* Effect.forEach(made, ({ email }) => Account.resendVerification({ email }), { concurrency: 10 })
      return made.map(({ email }) => email)
    })
  )

onTwoServers("mail that two instances deliver", (both) => {
  const sentTo = async (addresses: ReadonlyArray<string>) => {
    const sent = await Promise.all([recipients(both().left), recipients(both().right)])
    return sent.map((all) => all.filter((to) => addresses.includes(to)))
  }

  it("is sent once, each of 200", async () => {
    const { left, query, right } = both()
    const addresses = await queueMails(left, 200)
    await Promise.all([left.deliver(), right.deliver(), left.deliver(), right.deliver()])
    const [byLeft = [], byRight = []] = await sentTo(addresses)
    expect([...byLeft, ...byRight].toSorted()).toEqual(addresses.toSorted())
    expect(Math.min(byLeft.length, byRight.length)).toBeGreaterThan(0)
    expect(await query("select 1 from boardwright_mail_job")).toEqual([])
  })

  it("is one about a new device that signs in on both at once", async () => {
    const { left, right } = both()
    const { email } = await left.user("ada")
    const signIn = (server: TestServer, userAgent: string) =>
      server.run(
        Account.signIn({ email, password: "password of ada" }).pipe(
          Effect.provideService(Account.CurrentUserAgent, userAgent),
          Effect.provide(Notification.notifying)
        )
      )
    await signIn(left, "first")
    await Promise.all([left, right, left, right].map((server) => signIn(server, "second")))
    await Promise.all([left.deliver(), right.deliver()])
    expect((await sentTo([email])).flat()).toEqual([email])
  })

  it("is one about what happened to a user's tasks on both", async () => {
    const { left, query, right } = both()
    const [ada, bea] = await Promise.all([left.user("ada"), left.user("bea")])
    const boardId = await left.run(
      Effect.gen(function* () {
        const workspace = yield* Workspace.createWorkspace({ name: "Garden" })
        const board = yield* Board.createBoard({ name: "Fence", workspaceId: workspace.id })
        const { invitation } = yield* Board.inviteMember(board.id, { userId: bea.id, role: "viewer" })
        yield* as(bea)(Board.acceptInvitation(invitation.id))
        return board.id
      }).pipe(as(ada))
    )
    const assign = (server: TestServer) =>
      server.run(
        Effect.provide(
          as(ada)(Task.createTask({ boardId, name: "Paint", assignees: [bea.id] })),
          Notification.notifying
        )
      )
    await Promise.all([left, right, left, right].map(assign))
    await query(END_WAITING)
    await Promise.all([left, right, left, right].map((server) => server.deliver()))
    expect((await sentTo([bea.email])).flat()).toEqual([bea.email])
    expect(
      await query("select id from boardwright_notification union all select id from boardwright_mail_job")
    ).toEqual([])
  })

  it("is sent once more at most by the next, where one was killed between sending and marking", async () => {
    const { left, query, right } = both()
    const addresses = await queueMails(left, 5)
    await left.run(
      Effect.gen(function* () {
        const queue = yield* Mail.MailQueue
        const marking = yield* Deferred.make<void>()
        const killed = { ...queue, remove: () => Effect.zipRight(Deferred.succeed(marking, undefined), Effect.never) }
        const fiber = yield* Effect.fork(Effect.provideService(Mail.deliverMail(), Mail.MailQueue, killed))
        yield* Deferred.await(marking)
        yield* Fiber.interrupt(fiber)
      })
    )
    const [before = []] = await sentTo(addresses)
    expect(before.length).toBeGreaterThan(0)
    await right.deliver()
    expect(await sentTo(addresses)).toEqual([before, []])
    await query(END_LEASES)
    await Promise.all([left.deliver(), right.deliver()])
    await Promise.all([left.deliver(), right.deliver()])
    const after = (await sentTo(addresses)).flat()
    expect(after.toSorted()).toEqual([...before, ...addresses].toSorted())
  })

  it("stays with the one who sends it, when another's sending outlived its lease and fails", async () => {
    const { left, query, right } = both()
    const addresses = await queueMails(left, 1)
    const sending = Effect.runSync(Deferred.make<void>())
    const go = Effect.runSync(Deferred.make<void>())
    const slowly = Effect.flatMap(Ports.Mailer, ({ send }) => {
      const slow = (mail: Ports.Mail) =>
        Deferred.succeed(sending, undefined).pipe(Effect.zipRight(Deferred.await(go)), Effect.zipRight(send(mail)))
      return Effect.provideService(Mail.deliverMail(), Ports.Mailer, { send: slow })
    })
    let delivery: Promise<unknown> = Promise.resolve()
    const loser = {
      send: () =>
        Effect.gen(function* () {
          yield* Effect.promise(() => query(END_LEASES))
          delivery = right.run(slowly)
          yield* Deferred.await(sending)
          return yield* new Ports.MailUnavailable({ cause: new Error("too late") })
        })
    }
    await left.run(Effect.provideService(Mail.deliverMail(), Ports.Mailer, loser))
    expect(await query("select attempts, leased_until > now() as leased from boardwright_mail_job")).toEqual([
      { attempts: 0, leased: true }
    ])
    await Effect.runPromise(Deferred.succeed(go, undefined))
    await delivery
    expect(await sentTo(addresses)).toEqual([[], addresses])
    expect(await query("select 1 from boardwright_mail_job")).toEqual([])
  })
})
