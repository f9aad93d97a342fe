import { asUser, BoardwrightError, createTestBoardwright, operator } from "@boardwright/testing"
import { assert, describe, it } from "vitest"

const codeOf = async (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => "no failure",
    (error: unknown) => (error instanceof BoardwrightError ? error.code : assert.fail(String(error)))
  )

const ADA = { name: "Ada", email: "Ada@example.test", password: "correct horse" }

describe("createTestBoardwright", () => {
  it("a person signs up, reads the mail, verifies and signs in", async () => {
    await using hub = createTestBoardwright()
    await hub.accounts.signUp(ADA)
    assert.strictEqual(await codeOf(hub.accounts.signIn(ADA)), "EmailNotVerified")
    assert.deepStrictEqual(hub.mailbox.all(), [])
    assert.strictEqual(await hub.deliverMail(), 1)
    const mail = hub.mailbox.latest("ada@EXAMPLE.test")
    assert.deepStrictEqual([mail.to, mail.subject], ["Ada@example.test", "Verify your email address"])
    assert.strictEqual(mail.link, `https://api.example.test/api/auth/verify-email?token=${mail.token}`)
    assert.include(mail.text, "Hello Ada")
    assert.include(mail.html, `<a href="${mail.link}"`)
    await hub.accounts.verifyEmail(mail.token)
    const { token, user } = await hub.accounts.signIn(ADA)
    assert.containsSubset(await hub.accounts.authenticate(token), asUser(user.id))
  })

  it("an invited address gets a link to sign up, and the user who has it a link to the invitation", async () => {
    await using hub = createTestBoardwright()
    const { board, owner } = await hub.givenBoard()
    const invite = async (email: string) => {
      await hub.members.invite(owner.actor, board.id, { email, role: "editor" })
      await hub.deliverMail()
      return hub.mailbox.latest(email)
    }
    const first = await invite(ADA.email)
    assert.strictEqual(first.link, `https://app.example.test/signup?invitation=${first.token}&email=Ada%40example.test`)
    assert.isNotNull((await hub.accounts.signUp({ ...ADA, invitation: first.token })).invitation)
    const bob = await hub.givenUser({ name: "Bob" })
    const second = await invite(bob.email)
    assert.strictEqual(second.link, `https://app.example.test/account?invitation=${second.token}`)
    await hub.invitations.accept(bob.actor, second.token)
    assert.strictEqual((await hub.boards.get(bob.actor, board.id)).id, board.id)
  })

  it("a verification link that is opened leads to the front end", async () => {
    await using hub = createTestBoardwright()
    await hub.accounts.signUp(ADA)
    await hub.deliverMail()
    const { headers } = await hub.fetch(new Request(hub.mailbox.latest(ADA.email).link))
    assert.match(headers.get("location") ?? "", /^https:\/\/app\.example\.test\/signin\?verified=true/)
  })

  it("a token expires when the clock passes its lifetime, to the millisecond", async () => {
    const hub = createTestBoardwright()
    const startReset = async () => {
      await hub.accounts.requestPasswordReset({ email: ADA.email })
      await hub.deliverMail()
      return hub.mailbox.latest(ADA.email).token
    }
    await hub.givenUser(ADA)
    const expired = await startReset()
    hub.clock.advance({ minutes: 59, seconds: 59, milliseconds: 999 })
    const used = await startReset()
    hub.clock.advance({ milliseconds: 1 })
    assert.strictEqual(
      await codeOf(hub.accounts.resetPassword({ token: expired, password: "a new one" })),
      "InvalidEmailToken"
    )
    await hub.accounts.resetPassword({ token: used, password: "a new one" })
    assert.strictEqual(await codeOf(hub.accounts.signIn(ADA)), "InvalidCredentials")
    await hub.close()
  })

  it("an access token ends after 7 days, and the new password ends it before", async () => {
    const hub = createTestBoardwright()
    const user = await hub.givenUser()
    hub.clock.advance({ days: 6, hours: 23 })
    await hub.accounts.authenticate(user.accessToken)
    hub.clock.advance({ hours: 1 })
    assert.strictEqual(await codeOf(hub.accounts.authenticate(user.accessToken)), "Unauthenticated")
  })

  it("mails that cannot be sent are retried as the clock moves, until they are given up", async () => {
    const hub = createTestBoardwright()
    await hub.givenUser(ADA)
    await hub.accounts.requestPasswordReset({ email: ADA.email })
    await hub.deliverMail()
    hub.mailbox.failNext(2)
    await hub.accounts.requestPasswordReset({ email: ADA.email })
    assert.strictEqual(await hub.deliverMail(), 1)
    assert.strictEqual(await hub.deliverMail(), 0)
    hub.clock.advance({ seconds: 1 })
    assert.strictEqual(await hub.deliverMail(), 1)
    hub.clock.advance({ seconds: 2 })
    assert.strictEqual(hub.mailbox.to(ADA.email).length, 1)
    assert.strictEqual(await hub.deliverMail(), 1)
    assert.strictEqual(hub.mailbox.to(ADA.email).length, 2)
    hub.mailbox.failNext(1)
    await hub.accounts.requestPasswordReset({ email: ADA.email })
    hub.clock.advance({ hours: 1 })
    await hub.deliverMail()
    hub.clock.advance({ days: 2 })
    assert.strictEqual(await hub.deliverMail(), 0)
  })

  it.each([-1, Number.NaN, undefined])("failNext throws for %s", (count) => {
    assert.throws(() => createTestBoardwright().mailbox.failNext(count as number), RangeError, "failNext")
  })

  it("two hubs share nothing and behave alike", async () => {
    const story = async () => {
      await using hub = createTestBoardwright()
      const { board } = await hub.givenBoard()
      hub.mailbox.failNext(1)
      await hub.accounts.signUp(ADA)
      await hub.deliverMail()
      hub.clock.advance({ milliseconds: 700 })
      const attempts = await hub.deliverMail()
      return { board, attempts, mails: hub.mailbox.all() }
    }
    assert.deepStrictEqual(await story(), await story())
  })

  it("givenUser and givenBoard use the public use cases", async () => {
    const hub = createTestBoardwright()
    const [ada, bob] = [await hub.givenUser(), await hub.givenUser({ name: "Bob Ünal" })]
    assert.deepStrictEqual([ada.email, bob.email], ["ada-lovelace-1@example.test", "bob-nal-2@example.test"])
    assert.containsSubset(await hub.accounts.authenticate(bob.accessToken), bob.actor)
    const members = [{ user: bob, role: "editor" }] as const
    const { board, workspace } = await hub.givenBoard({ name: "Engine", owner: ada, members })
    assert.deepStrictEqual([board.name, board.workspaceId, board.groups.length], ["Engine", workspace.id, 1])
    assert.deepStrictEqual(
      board.members.map(({ role, userId }) => [role, userId]),
      [
        ["admin", ada.id],
        ["editor", bob.id]
      ]
    )
    const task = await hub.tasks.create(bob.actor, { boardId: board.id, name: "Order the brass" })
    assert.strictEqual(task.createdAt, "2026-01-02T12:00:00.000Z")
    assert.strictEqual(await codeOf(hub.boards.delete(bob.actor, board.id)), "Forbidden")
    await hub.boards.delete(operator, board.id)
    await hub.deliverMail()
    assert.deepStrictEqual(hub.mailbox.all(), [])
  })

  it("requests are answered like calls, without rate limits", async () => {
    await using hub = createTestBoardwright()
    const { board, owner } = await hub.givenBoard()
    const ask = async (path: string, token: string) => {
      const headers = { authorization: `Bearer ${token}` }
      const answer = await hub.fetch(new Request(`http://host.example${path}`, { headers }))
      return [answer.status, await answer.json()]
    }
    const task = await hub.as(owner.id).tasks.create({ boardId: board.id, name: "Order the brass" })
    assert.deepStrictEqual(await ask(`/api/tasks/${task.id}`, owner.accessToken), [
      200,
      await hub.tasks.get(owner.actor, task.id)
    ])
    for (let count = 0; count < 100; count += 1) {
      assert.strictEqual((await ask("/api/auth/me", "no token"))[0], 401)
    }
    hub.clock.advance({ days: 7 })
    assert.strictEqual((await ask("/api/auth/me", owner.accessToken))[0], 401)
  })

  it("a handler's searches miss the texts of its transaction, as on a database", async () => {
    await using hub = createTestBoardwright()
    const { board, owner } = await hub.givenBoard()
    const ada = hub.as(owner.id)
    const namesOf = (found: ReadonlyArray<{ readonly name: string }>) => found.map(({ name }) => name)
    const found: Array<ReadonlyArray<string>> = []
    hub.on("task.created", async ({ tx }) => {
      found.push(namesOf((await tx.search.find({ q: "order" })).results))
      found.push(namesOf((await tx.tasks.list({ boardId: board.id, q: "order" })).items))
    })
    const { id } = await ada.tasks.create({ boardId: board.id, name: "Order the brass" })
    await ada.tasks.addComment(id, { content: "Order today" })
    await ada.tasks.create({ boardId: board.id, name: "Order the tin" })
    assert.deepStrictEqual(found, [[], [], ["Order the brass", "Order the brass"], ["Order the brass"]])
    assert.lengthOf((await ada.search.find({ q: "order" })).results, 3)
  })

  it("later calls fail with Closed, later requests get a 503", async () => {
    for (const isServing of [false, true]) {
      const hub = createTestBoardwright()
      const request = new Request("http://localhost/api/health")
      if (isServing) await hub.fetch(request)
      const following = await hub.changes.subscribe({}, () => undefined)
      await hub.close()
      await following.ended
      await hub.close()
      const calls = [
        hub.workspaces.list(operator),
        hub.as("ada").workspaces.list(),
        hub.changes.subscribe({}, () => undefined),
        hub.withTransaction({}, () => undefined),
        hub.deliverMail(),
        hub.metrics(),
        hub.givenUser(),
        (async () => hub.on("task.created", () => undefined))(),
        (async () => hub.mailbox.all())()
      ]
      assert.deepStrictEqual(await Promise.all(calls.map(codeOf)), Array(calls.length).fill("Closed"))
      const answer = await hub.fetch(request)
      assert.deepStrictEqual([answer.status, answer.headers.get("retry-after")], [503, "1"])
      assert.strictEqual((await answer.json()).code, "Closed")
    }
  })

  it("refuses webhooks to private addresses, like the real hub without webhookAllowedHosts", async () => {
    await using hub = createTestBoardwright()
    const { board, owner } = await hub.givenBoard()
    const problemOf = async (url: string) => {
      const created = hub.webhooks.create(owner.actor, { boardId: board.id, url })
      return created.then(
        () => null,
        ({ details }) => details.issues[0].message
      )
    }
    const privates = ["127.0.0.1", "127.1", "0x7f000001", "localhost", "app.localhost", "LOCALHOST.", "10.0.0.1"]
    const others = ["172.31.0.1", "192.168.0.1", "169.254.169.254", "[::1]", "[::ffff:10.0.0.1]", "[fd00::1]"]
    for (const host of [...privates, ...others]) {
      assert.strictEqual(await problemOf(`https://${host}:8443/hook`), "must not be a private address", host)
    }
    for (const text of ["nowhere", "https:\\\\hooks.example/", "https://hooks.example/a b"]) {
      assert.strictEqual(await problemOf(text), "must be a URL", text)
    }
    for (const text of ["https:hooks.example/hook", "https:///hooks.example/", "ftp://hooks.example/"]) {
      assert.strictEqual(await problemOf(text), "must begin with https://", text)
    }
    assert.strictEqual(await problemOf("http://localhost/hook"), "must begin with https://")
    assert.strictEqual(await problemOf("https://a:b@hooks.example"), "must not contain a user name or password")
    for (const host of ["hooks.example", "localhost.example", "8.8.8.8", "172.32.0.1", "[2a00:1450:4001::1]"]) {
      assert.strictEqual(await problemOf(`https://${host}/hook`), null, host)
    }
  })

  it("refuses unknown fields of a user, a board and a member by name", async () => {
    await using hub = createTestBoardwright()
    const messageOf = (given: Promise<unknown>) =>
      given.then(
        () => "no failure",
        (error: unknown) => (error instanceof TypeError ? error.message : assert.fail(String(error)))
      )
    const user = await hub.givenUser({ name: "Bob" })
    const member = { user, role: "editor", rank: 1 } as const
    assert.deepStrictEqual(
      [
        await messageOf(hub.givenUser({ nmae: "x" } as never)),
        await messageOf(hub.givenUser("Bob" as never)),
        await messageOf(hub.givenBoard({ nmae: "x" } as never)),
        await messageOf(hub.givenBoard(null as never)),
        await messageOf(hub.givenBoard({ members: [member] } as never))
      ],
      [
        "nmae is unknown; known: name, email, password",
        "a user must be an object such as { name }",
        "nmae is unknown; known: name, owner, members",
        "a board must be an object such as { name }",
        "rank is unknown; known: user, role"
      ]
    )
  })

  it("refuses unknown options by name", () => {
    assert.throws(() => createTestBoardwright({ nope: 1 } as never), TypeError, "nope is unknown; known: now")
    for (const none of [null, "2026-01-02"]) {
      assert.throws(
        () => createTestBoardwright(none as never),
        TypeError,
        "the options must be an object such as { now }"
      )
    }
  })

  it("rejects what is not a Request", async () => {
    await using hub = createTestBoardwright()
    const error = await hub.fetch("/api/health" as never).catch((reason: unknown) => reason)
    assert.instanceOf(error, TypeError)
    assert.include(String(error), "hub.fetch takes a web-standard Request")
  })

  it("the input of givenUser and givenBoard is checked like any other", async () => {
    const hub = createTestBoardwright()
    await hub.givenUser(ADA)
    assert.strictEqual(await codeOf(hub.givenUser(ADA)), "EmailTaken")
    assert.strictEqual(await codeOf(hub.givenUser({ password: "short" })), "InvalidInput")
  })

  it("asking for a missing mail reports the mails that were sent", async () => {
    const hub = createTestBoardwright()
    assert.throws(() => hub.mailbox.latest("bob@example.test"), "sent: nothing")
    await hub.accounts.signUp(ADA)
    await hub.deliverMail()
    assert.throws(() => hub.mailbox.latest("bob@example.test"), `"Verify your email address" to ${ADA.email}`)
  })

  it("has metrics of its requests and mails", async () => {
    await using hub = createTestBoardwright()
    await hub.accounts.signUp(ADA)
    await hub.fetch(new Request("http://localhost/api/health"))
    const text = await hub.metrics()
    assert.include(
      text,
      'boardwright_http_request_duration_seconds_count{route="/api/health",method="GET",status="200"} 1'
    )
    assert.include(text, "boardwright_mail_queue_length 1\n")
    await hub.deliverMail()
    assert.include(await hub.metrics(), "boardwright_mail_queue_length 0\n")
  })
})
