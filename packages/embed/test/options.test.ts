import {
  type BoardwrightOptions,
  createBoardwright,
  mailerOf,
  mailFolder,
  smtp,
  sqlite,
  toNodeHandler
} from "@boardwright/embed"
import { describe, expect, it } from "vitest"
import { apiRequest, givenHub, givenUser, PASSWORD, plainHasher, SECRET, tokenIn } from "./hubs.js"

const good: BoardwrightOptions = { storage: sqlite(":memory:"), jwtSecret: SECRET }

const problemsOf = async (options: object): Promise<unknown> => {
  const error = await createBoardwright({ ...good, ...options }).then(
    (hub) => hub.close().then(() => null),
    (reason: unknown) => reason
  )
  return error
}

describe("a wrong option is named with its rule", () => {
  it.each<[string, unknown]>([
    ["storage", "tasks.db"],
    ["storage", { filename: "tasks.db" }],
    ["mailer", "smtp://localhost"],
    ["jwtSecret", "short"],
    ["jwtSecret", []],
    ["jwtSecret", [SECRET, "short"]],
    ["secretsKey", SECRET.slice(0, 31)],
    ["secretsKey", []],
    ["secretsKey", ["ab".repeat(32), "short"]],
    ["webhookAllowedHosts", "localhost"],
    ["webhookAllowedHosts", ["localhost", "*"]],
    ["webhookAllowedHosts", ["10.0.0.0/33"]],
    ["baseUrl", "example.com/work"],
    ["baseUrl", "ftp://example.com"],
    ["appUrl", "https://example.com?next=1"],
    ["basePath", "work"],
    ["basePath", "/work?x"],
    ["users", { existing: () => [] }],
    ["users", { existing: () => [], findByEmail: () => null, find: [] }],
    ["authenticate", "bearer"],
    ["accountRoutes", "no"],
    ["passwordHasher", { hash: () => "" }],
    ["captcha", true],
    ["passwordDenylist", "on"],
    ["clock", Date.now],
    ["clock", { now: () => new Date() }],
    ["clock", { now: () => Number.NaN }],
    ["rateLimits", { auth: 0 }],
    ["rateLimits", { account: 0 }],
    ["rateLimits", { mail: 1.5 }],
    ["rateLimits", { signIn: 5 }],
    ["rateLimits", true],
    ["corsOrigins", ["https://example.com/"]],
    ["corsOrigins", "https://example.com"],
    ["trustProxy", -1],
    ["trustProxy", true],
    ["clientAddress", "x-real-ip"],
    ["deliverMail", 1],
    ["deliverWebhooks", "no"],
    ["mcp", true],
    ["onError", console],
    ["metrics", "yes"],
    ["mailler", mailerOf(() => undefined)]
  ])("%s: %j", async (option, value) => {
    const error = await problemsOf({ [option]: value })
    expect(error).toMatchObject({ name: "BoardwrightError", code: "InvalidInput" })
    expect(error).toHaveProperty("details.issues.0.path", [option])
    expect(String(error)).toMatch(new RegExp(`${option} (must|is not an option)`))
  })

  it("all of them at once", async () => {
    const error = await problemsOf({ jwtSecret: "short", trustProxy: 1.5, users: {} })
    expect(error).toMatchObject({
      details: {
        issues: [{ path: ["jwtSecret"] }, { path: ["trustProxy"] }, { path: ["users"] }, { path: ["authenticate"] }]
      }
    })
  })

  it("missing options are named", async () => {
    expect(String(await problemsOf({ storage: undefined }))).toContain("storage is required, and must be sqlite(file)")
    expect(String(await problemsOf({ jwtSecret: undefined }))).toContain("jwtSecret is required to sign access tokens")
  })

  it("undefined is the same as omitted", async () => {
    const { hub } = await givenHub({ mailer: undefined, baseUrl: undefined, rateLimits: undefined })
    expect((await hub.fetch(apiRequest("GET", "/api/health"))).status).toBe(200)
  })

  it("a mail server's address and a sender are checked at once", () => {
    expect(() => smtp("http://localhost")).toThrow(
      "smtp the URL of the mail server must start with smtp:// or smtps://"
    )
    expect(() => smtp("smtp://localhost", { from: "nobody" })).toThrow("from must be one address")
    expect(() => mailFolder("mails", { from: "a@example.com, b@example.com" })).toThrow("from must be one address")
    expect(() => mailFolder(undefined as never)).toThrow("directory must be the path of a folder")
    expect(() => mailerOf({} as never)).toThrow("send must be a function")
  })

  it("toNodeHandler takes hubs only", async () => {
    const { hub } = await givenHub()
    expect(() => toNodeHandler({ ...hub })).toThrow("toNodeHandler takes what createBoardwright resolved to")
  })
})

describe("options do what they say", () => {
  it("unusable storage is explained", async () => {
    const error = await problemsOf({ storage: sqlite("/nowhere/at/all/tasks.db") })
    expect(error).toMatchObject({ name: "BoardwrightError", code: "StorageNotUsable", cause: expect.any(Error) })
    expect(String(error)).toContain("/nowhere/at/all/tasks.db cannot be opened")
  })

  it("time is the host's: a token expires with its clock", async () => {
    // A host's clock may be an object that reads its own state.
    const clock = {
      at: Date.UTC(2030, 0, 1),
      now() {
        return this.at
      }
    }
    const made = await givenHub({ clock })
    const { id, token } = await givenUser(made, "ada")
    const actor = await made.hub.accounts.authenticate(token)
    expect(await made.hub.accounts.profile(actor)).toMatchObject({ id })
    clock.at += 7 * 24 * 60 * 60 * 1000
    await expect(made.hub.accounts.authenticate(token)).rejects.toMatchObject({ code: "Unauthenticated" })
    expect((await made.hub.fetch(apiRequest("GET", "/api/workspaces", { token }))).status).toBe(401)
    const workspace = await made.hub.workspaces.create(actor, { name: "Later" })
    expect(workspace.createdAt).toBe("2030-01-08T00:00:00.000Z")
  })

  it("a mail's token expires with the host's clock", async () => {
    let now = Date.now()
    const { hub, mailTo } = await givenHub({ clock: { now: () => now } })
    await hub.accounts.signUp({ name: "Ada", email: "ada@example.com", password: PASSWORD })
    const token = tokenIn(await mailTo("ada@example.com"))
    now += 24 * 60 * 60 * 1000
    await expect(hub.accounts.verifyEmail(token)).rejects.toMatchObject({ code: "InvalidEmailToken", details: {} })
  })

  it("passwords are hashed by the host's functions, sync or async", async () => {
    const hashed: Array<string> = []
    const hash = async (password: string) => {
      hashed.push(password)
      return plainHasher.hash(password)
    }
    const made = await givenHub({ passwordHasher: { ...plainHasher, hash } })
    await givenUser(made, "ada")
    expect(hashed).toEqual([PASSWORD])
  })

  it("a sign-up uses the host's captcha, and is a 503 while it fails", async () => {
    const captcha = (token: string | undefined) => {
      if (token === "broken") throw new Error("out of reach")
      return token === "person"
    }
    const { hub } = await givenHub({ captcha })
    const signUp = (captchaToken?: string) =>
      hub.accounts.signUp({ name: "Ada", email: "ada@example.com", password: PASSWORD, captchaToken })
    await expect(signUp()).rejects.toMatchObject({ details: { issues: [{ path: ["captchaToken"] }] } })
    await expect(signUp("broken")).rejects.toMatchObject({ code: "CaptchaUnavailable" })
    await expect(signUp("person")).resolves.toEqual({ invitation: null })
  })

  it("passwordDenylist refuses most used passwords", async () => {
    const [refusing, accepting] = [await givenHub({ passwordDenylist: true }), await givenHub({})]
    const signUp = ({ hub }: typeof refusing, password: string) =>
      hub.accounts.signUp({ name: "Ada", email: "ada@example.com", password })
    const message = "must not be one of the most used passwords"
    await expect(signUp(refusing, "Football1")).rejects.toMatchObject({
      code: "InvalidInput",
      details: { issues: [{ path: ["password"], message }] }
    })
    await expect(signUp(refusing, PASSWORD)).resolves.toEqual({ invitation: null })
    await expect(signUp(accepting, "Football1")).resolves.toEqual({ invitation: null })
  })

  it("rateLimits: false counts nothing", async () => {
    const { hub } = await givenHub({ rateLimits: false })
    const ask = () => hub.fetch(apiRequest("POST", "/api/auth/signin", { body: {} }))
    const answers = await Promise.all(Array.from({ length: 100 }, ask))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400]))
    expect(answers[0]?.headers.has("x-ratelimit-limit")).toBe(false)
  })

  it.each<[BoardwrightOptions["rateLimits"], ReadonlyArray<number>]>([
    [{ account: 2 }, [401, 401, 429, 429]],
    [false, [401, 401, 401, 401]]
  ])("rateLimits: %j limits failed sign-ins of one account", async (rateLimits, statuses) => {
    const { hub } = await givenHub({ rateLimits })
    const body = { email: "ada@example.com", password: "wrong" }
    const answers: Array<number> = []
    for (const _ of statuses) answers.push((await hub.fetch(apiRequest("POST", "/api/auth/signin", { body }))).status)
    expect(answers).toEqual(statuses)
  })

  it.each<[BoardwrightOptions["rateLimits"], number]>([
    [{ mail: 2 }, 2],
    [false, 7]
  ])("rateLimits: %j limits mails of one kind to one address", async (rateLimits, count) => {
    const sent: Array<string> = []
    const { hub } = await givenHub({ rateLimits, mailer: mailerOf(({ to }) => void sent.push(to)) })
    await hub.accounts.signUp({ name: "Ada", email: "ada@example.com", password: PASSWORD })
    for (let at = 0; at < 6; at++) await hub.accounts.resendVerification({ email: "ada@example.com" })
    await hub.accounts.requestPasswordReset({ email: "ada@example.com" })
    // The reset is the youngest: what comes before it has been sent or dropped by then.
    await expect.poll(() => sent.length).toBe(count + 1)
  })

  it("links in mails lead to baseUrl and appUrl", async () => {
    const { hub, mailTo } = await givenHub({ baseUrl: "https://example.com/work/", appUrl: "https://app.example.com/" })
    await hub.accounts.signUp({ name: "Ada", email: "ada@example.com", password: PASSWORD })
    const { text } = await mailTo("ada@example.com")
    expect(text).toContain("https://example.com/work/api/auth/verify-email?token=")
    await hub.accounts.requestPasswordReset({ email: "ada@example.com" })
    expect((await mailTo("ada@example.com", 2)).text).toContain("https://app.example.com/reset-password?token=")
    const redirect = await hub.fetch(
      apiRequest("GET", `/work/api/auth/verify-email?token=${tokenIn({ text, html: "", subject: "", to: "" })}`)
    )
    expect(redirect.headers.get("location")).toMatch("https://app.example.com/signin?verified=true")
  })

  it("a mail that the host could not send is retried", async () => {
    let attempts = 0
    const sent: Array<string> = []
    const { hub } = await givenHub({
      mailer: mailerOf(({ to }) => {
        attempts += 1
        if (attempts === 1) throw new Error("out of reach")
        sent.push(to)
      })
    })
    await hub.accounts.signUp({ name: "Ada", email: "ada@example.com", password: PASSWORD })
    await expect.poll(() => sent).toEqual(["ada@example.com"])
  })

  it("the front end's origin may call, and requests are counted by the options", async () => {
    const { hub } = await givenHub({ appUrl: "https://app.example.com/tasks", rateLimits: { auth: 1 }, trustProxy: 1 })
    const signIn = (address: string) => {
      const request = apiRequest("POST", "/api/auth/signin", { body: { email: "ada@example.com", password: "wrong" } })
      request.headers.set("x-forwarded-for", address)
      request.headers.set("origin", "https://app.example.com")
      return hub.fetch(request)
    }
    const first = await signIn("192.0.2.1")
    expect(first.status).toBe(401)
    expect(first.headers.get("access-control-allow-origin")).toBe("https://app.example.com")
    expect((await signIn("192.0.2.1")).status).toBe(429)
    expect((await signIn("192.0.2.2")).status).toBe(401)
  })

  it("clientAddress tells clients apart", async () => {
    const { hub } = await givenHub({
      rateLimits: { auth: 1 },
      clientAddress: (request) => request.headers.get("x-real-ip") ?? undefined
    })
    const signIn = async (address: string) => {
      const request = apiRequest("POST", "/api/auth/signin", { body: { email: "ada@example.com", password: "wrong" } })
      request.headers.set("x-real-ip", address)
      return (await hub.fetch(request)).status
    }
    expect([await signIn("192.0.2.1"), await signIn("192.0.2.1"), await signIn("192.0.2.2")]).toEqual([401, 429, 401])
  })
})
