import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { LAUNCHER } from "../../../test/support/childServer.js"
import { onTerminal } from "../../../test/support/pseudoTerminal.js"
import { get, open, mailedLink, post, signIn } from "../../../test/support/standalone.js"
import { DATABASES, places, refused, said } from "./userRuns.js"

const place = places()
const email = "Ada@example.com"
const password = "correct horse battery"
const person = { email, password }

describe.each(DATABASES)("users beside a running server on %s", (_, database) => {
  it("are created, disabled and enabled and get new passwords, with effect on the server at once", async () => {
    const { run, start, user } = await place(database)
    const server = await start()
    const id = await user(email, password)
    const first = await signIn(server, person)
    const me = async (token: string) => (await get(server, "/api/auth/me", token)).status
    const refusal = async (given = person) => {
      const { body, status } = await post(server, "/api/auth/signin", given)
      return [status, body.error]
    }
    expect(await me(first)).toBe(200)

    expect(await run(["user", "disable", "ADA@example.com"])).toEqual(
      said(`${email} is disabled: every session has ended, and API tokens are refused`)
    )
    expect(await me(first)).toBe(401)
    expect(await refusal()).toEqual([401, "Invalid credentials"])
    expect(await refusal({ email, password: "wrong" })).toEqual([401, "Invalid credentials"])
    expect((await post(server, "/api/auth/forgot-password", { email })).status).toBe(200)

    expect(await run(["user", "enable", id])).toEqual(said(`${email} can sign in again`))
    expect(await me(first)).toBe(401)
    const second = await signIn(server, person)
    expect(await me(second)).toBe(200)

    const changed = await run(["user", "set-password", email, "--password-stdin"], "another password\n")
    expect(changed).toEqual(said(`${email} has a new password, and every session has ended; API tokens stay valid`))
    expect(await me(second)).toBe(401)
    expect(await refusal()).toEqual([401, "Invalid credentials"])
    expect(await me(await signIn(server, { email, password: "another password" }))).toBe(200)
    const log = await run(["account", "log", "--user", email, "--json"])
    const events = JSON.parse(log.stdout) as ReadonlyArray<{ readonly type: string; readonly actorId: string | null }>
    expect(events.map(({ actorId, type }) => `${type}${actorId === id ? " by herself" : ""}`)).toEqual([
      "signIn.succeeded by herself",
      "signIn.failed",
      "password.changed",
      "signIn.succeeded by herself",
      "account.enabled",
      "signIn.failed",
      "signIn.failed",
      "account.disabled",
      "signIn.succeeded by herself",
      "account.verified",
      "account.created"
    ])
    expect(log.stdout).not.toMatch(/another password|correct horse/)
    expect(JSON.stringify([server.stdout(), server.stderr()])).not.toMatch(/another password|correct horse/)
  })

  it("have sessions, which the operator lists and ends, with API tokens if asked to", async () => {
    const { run, start, user } = await place(database)
    const server = await start()
    await user(email, password)
    const token = await signIn(server, person)
    const status = async (of: string) => (await get(server, "/api/auth/me", of)).status
    const script = (await run(["token", "mint", "--as", email, "--name", "CI"])).stdout.trim()
    const { stdout } = await run(["user", "sessions", email])
    expect(stdout.trim().split("\n")).toHaveLength(1)
    expect(stdout).toMatch(/^\d{4}-\d\d-\d\dT\S+\t\S+Z\t\S+Z\t[^\t]*\t[0-9a-f-]{36}\n$/)
    expect(await run(["user", "signout", email])).toEqual(said(`${email} is signed out everywhere`))
    expect([await status(token), await status(script)]).toEqual([401, 200])
    expect((await run(["user", "sessions", email])).stdout).toBe("")
    expect(await run(["user", "signout", email, "--tokens"])).toEqual(
      said(`${email} is signed out everywhere, and every API token has ended`)
    )
    expect(await status(script)).toBe(401)
    expect((await run(["user", "signout", "eve@example.com"])).code).toBe(4)
  })

  it("are verified by a link in a mail or by a command", async () => {
    const { run, start } = await place(database)
    const server = await start()
    const create = (address: string) =>
      run(["user", "create", "--email", address, "--name", "Eve", "--password-stdin"], `${password}\n`)
    const { code, stderr, stdout } = await create("eve@example.com")
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^[0-9a-f-]{36}\n$/)])
    expect(stderr).toMatch(/^eve@example\.com can sign in after opening the link .*`boardwright user verify`\n$/)
    expect((await open(await mailedLink(server, "eve@example.com")))[0]).toBe(302)
    await signIn(server, { email: "eve@example.com", password })

    await create("bob@example.com")
    const bob = { email: "bob@example.com", password }
    expect((await post(server, "/api/auth/signin", bob)).body.error).toBe("Email not verified")
    expect(await run(["user", "verify", bob.email])).toEqual(said("the address bob@example.com is verified"))
    await signIn(server, bob)
  })

  it("are listed and shown as text and as JSON", async () => {
    const { run, user } = await place(database)
    const [ada, bob] = [await user(email, password), await user("bob@example.com", password)]
    await run(["user", "disable", bob])
    const json = async (...words: ReadonlyArray<string>) => JSON.parse((await run(["user", ...words, "--json"])).stdout)
    const listed = await json("list")
    expect(listed).toMatchObject([
      { id: ada, email, name: "Ada Lovelace", disabledAt: null, verifiedAt: expect.stringMatching(/Z$/) },
      { id: bob, email: "bob@example.com", disabledAt: expect.stringMatching(/Z$/) }
    ])
    expect(JSON.stringify(listed)).not.toMatch(/password|hash|\$2/i)
    expect(await json("show", "ada@example.com")).toEqual(listed[0])
    expect(await json("list", "--search", "BOB@")).toEqual([listed[1]])
    expect(await json("list", "--search", "nobody")).toEqual([])
    const row = (at: number, state: string) => {
      const { createdAt, email, id, name } = listed[at]
      return `${[email, name, state, createdAt, id].join("\t")}\n`
    }
    expect(await run(["user", "list"])).toEqual({
      code: 0,
      stdout: row(0, "active") + row(1, "disabled"),
      stderr: ""
    })
    const shown = await run(["user", "show", bob])
    expect(shown).toMatchObject({ code: 0, stderr: "", stdout: expect.stringContaining("state\tdisabled\n") })
  })
})

describe("a problem with a user", () => {
  it("is reported on standard error with its own exit code", async () => {
    const { run, user } = await place()
    await user(email, password)
    const create = (address: string, name: string, input = password) =>
      run(["user", "create", "--email", address, "--name", name, "--password-stdin"], input)
    expect(await create("ADA@example.com", "Ada")).toEqual(refused(5, "an account with this address exists"))
    expect(await create("bob@example.com", "Bob", "short")).toEqual(
      refused(3, "password must have at least 8 characters")
    )
    const wrong = await create("nobody", " ")
    expect([wrong.code, wrong.stdout]).toEqual([2, ""])
    expect(wrong.stderr).toMatch(/--name must have 1 to 255 characters; --email must be an email address/)
    for (const words of [["show"], ["verify"], ["disable"], ["enable"], ["set-password", "--password-stdin"]]) {
      expect(await run(["user", ...words, "nobody"], password)).toEqual(refused(4, 'User "nobody" does not exist'))
    }
  })

  it("is a usage error without a source of the password, which is not an option", async () => {
    const { environment, run, user } = await place()
    await user(email, password)
    const words = ["user", "set-password", email]
    const unasked = await run(words)
    expect([unasked.code, unasked.stderr]).toEqual([2, expect.stringContaining("--password-stdin or --password-file")])
    for (const given of [["--password", "hunter2000"], ["--password=hunter2000"]]) {
      const { code, stderr, stdout } = await run([...words, ...given])
      expect([code, stdout]).toEqual([2, ""])
      expect(stderr).toContain("--password is not an option")
      expect(stderr).not.toContain("hunter2000")
    }
    const both = await run([...words, "--password-stdin", "--password-file", "x"], password)
    expect([both.code, both.stdout]).toEqual([2, ""])
    const missing = await run([...words, "--password-file", join(environment["DATA_DIR"] ?? "", "missing")])
    expect([missing.code, missing.stdout]).toEqual([4, ""])
  })

  it("has another exit code than a wrong configuration and an unreachable database", async () => {
    const { run } = await place(async () => ({ DATABASE_URL: "mysql://x" }))
    expect(await run(["user", "list"])).toMatchObject({ code: 78, stdout: "" })
    const away = "postgres://jo:secret-word@127.0.0.1:1/none"
    const { run: runAway } = await place(async () => ({ DATABASE_URL: away, JWT_SECRET: "x".repeat(32) }))
    const answer = await runAway(["user", "list"])
    expect(answer).toMatchObject({ code: 69, stdout: "" })
    expect(answer.stderr).not.toContain("secret-word")
  })
})

describe("a password", () => {
  it("is read from a file, without its line end", async () => {
    const { environment, run, start, user } = await place()
    await user(email, password)
    const file = join(environment["DATA_DIR"] ?? "", "password")
    writeFileSync(file, "from a file, ünïcode\r\n", { mode: 0o600 })
    const { code, stderr, stdout } = await run(["user", "set-password", email, "--password-file", file, "--json"])
    expect([code, JSON.parse(stdout).email]).toEqual([0, email])
    expect(stdout + stderr).not.toContain("from a file")
    await signIn(await start(), { email, password: "from a file, ünïcode" })
  })

  it("is asked for twice on a terminal, hidden, and only for an existing user", async () => {
    const { environment, run, start, user } = await place()
    await user(email, password)
    const child = onTerminal([process.execPath, LAUNCHER, "user", "set-password", email], environment)
    for (const question of [/New password of Ada@example\.com: $/, /Once more: $/]) {
      await child.shown(question)
      child.type("typed in secret\r")
    }
    expect(await child.ended).toBe(0)
    expect(child.text()).not.toContain("typed in secret")
    const nobody = onTerminal([process.execPath, LAUNCHER, "user", "set-password", "nobody"], environment)
    expect(await nobody.ended).toBe(4)
    expect(nobody.text()).toBe('boardwright: User "nobody" does not exist\n')
    expect((await run(["user", "list"])).code).toBe(0)
    await signIn(await start(), { email, password: "typed in secret" })
  })
})
