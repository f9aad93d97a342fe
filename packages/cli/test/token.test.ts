import { describe, expect, it } from "vitest"
import { LAUNCHER } from "../../../test/support/childServer.js"
import { newDatabase } from "../../../test/support/postgres/databases.js"
import { onTerminal } from "../../../test/support/pseudoTerminal.js"
import { get, post } from "../../../test/support/standalone.js"
import { DATABASES, places, refused, said } from "./userRuns.js"

const place = places()
const email = "ada@example.com"
const password = "correct horse battery"
const DAY = 86_400_000

const daysUntil = (time: string) => Math.round((Date.parse(time) - Date.now()) / DAY)

describe.each(DATABASES)("boardwright token on %s", (_, database) => {
  it("mints one that is the only output, lists it, and revokes it", async () => {
    const { run, start, user } = await place(database)
    const server = await start()
    const id = await user(email, password)
    const { code, stderr, stdout } = await run(["token", "mint", "--as", "ADA@example.com"])
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^bw_pat_\w{36}\n$/)])
    const token = stdout.trim()
    const [, tokenId = ""] =
      /^a token of ADA@example\.com to read, write, manage, valid until \S+Z; its id is (\S+)\n$/.exec(stderr) ?? []
    expect(await get(server, "/api/auth/me", token)).toMatchObject({ status: 200, body: { id } })
    const headers = { authorization: `Bearer ${token}` }
    expect((await post(server, "/api/workspaces", { name: "Garden" }, headers)).status).toBe(201)

    const [listed] = JSON.parse((await run(["token", "list", "--as", email, "--json"])).stdout)
    expect(listed).toMatchObject({ id: tokenId, userId: id, email, name: "boardwright token mint", boardIds: null })
    expect(daysUntil(listed.expiresAt)).toBe(7)
    const { expiresAt, lastUsedAt, prefix } = listed
    expect((await run(["token", "list"])).stdout).toBe(
      `boardwright token mint\t${email}\tread,write,manage\teverywhere\t${prefix}...\t${lastUsedAt}\t${expiresAt}\t${tokenId}\n`
    )

    const done = "the token is revoked, and webhooks that were made with it are paused"
    expect(await run(["token", "revoke", tokenId])).toEqual(said(done))
    expect((await get(server, "/api/auth/me", token)).status).toBe(401)
    expect(await run(["token", "revoke", tokenId])).toEqual(refused(4, `Token "${tokenId}" does not exist`))
    const log = JSON.parse((await run(["user", "log", "--user", email, "--json"])).stdout)
    const events = log.map(({ actorId, subjectId, type }: Record<string, unknown>) => [type, subjectId, actorId])
    expect(events.slice(0, 2)).toEqual([
      ["token.revoked", tokenId, null],
      ["token.created", tokenId, null]
    ])
  })
})

describe("boardwright token mint", () => {
  it("takes a name, scopes, workspaces by id or name, and boards", async () => {
    const { run, start, user } = await place()
    await user(email, password)
    const owner = (await run(["token", "mint", "--as", email])).stdout.trim()
    const server = await start()
    const headers = { authorization: `Bearer ${owner}` }
    const workspace = async (name: string) =>
      (await post(server, "/api/workspaces", { name }, headers)).body.workspace.id as string
    const [garden, one, two] = [await workspace("Garden"), await workspace("Twice"), await workspace("Twice")]
    const { body } = await post(server, "/api/boards", { name: "Spring", workspaceId: one }, headers)
    const boardId = body.board.id
    const mint = (...words: ReadonlyArray<string>) => run(["token", "mint", "--as", email, "--json", ...words])

    const at = ["--workspace", "Garden", "--workspace", two, "--board", boardId]
    const { stdout } = await mint("--name", "CI", "--scopes", "manage, read", ...at)
    const { apiToken, token } = JSON.parse(stdout)
    expect(apiToken).toMatchObject({
      ...{ name: "CI", scopes: ["read", "manage"] },
      ...{ workspaceIds: [garden, two], boardIds: [boardId] }
    })
    expect((await get(server, `/api/boards/${boardId}`, token)).status).toBe(200)
    expect(
      (await post(server, "/api/tasks", { name: "Dig", boardId }, { authorization: `Bearer ${token}` })).status
    ).toBe(403)
    const several = `several workspaces are called "Twice"; name one by its id: ${one}, ${two} (see boardwright token mint --help)`
    expect(await mint("--workspace", "Twice")).toEqual(refused(2, several))
    const nowhere = '--workspace: the user can read no workspace with the id or the name "Nowhere"'
    expect(await mint("--workspace", "Nowhere")).toEqual(refused(4, nowhere))
    const unreadable = "--board is not a board that its user can read (see boardwright token mint --help)"
    expect(await mint("--board", garden)).toEqual(refused(2, unreadable))
    const scope = '--scopes must be read, write or manage, not "all" (see boardwright token mint --help)'
    expect(await mint("--scopes", "read,all")).toEqual(refused(2, scope))
  })

  it("takes lifetimes from a minute to ten years, and never", async () => {
    const { run, user } = await place()
    await user(email, password)
    const mint = (written: string) => run(["token", "mint", "--as", email, "--json", `--expires=${written}`])
    for (const [written, days] of Object.entries({ "30d": 30, "4w": 28, "10y": 3650 })) {
      const { expiresAt } = JSON.parse((await mint(written)).stdout).apiToken
      expect([written, daysUntil(expiresAt)]).toEqual([written, days])
    }
    expect(JSON.parse((await mint("never")).stdout).apiToken.expiresAt).toBeNull()
    expect((await mint("1m")).code).toBe(0)
    for (const written of ["0m", "3651d", "30s", "1.5d", "-1d"]) {
      const { code, stderr, stdout } = await mint(written)
      expect([written, code, stdout]).toEqual([written, 2, ""])
      expect(stderr).toMatch(/^boardwright: --expires must be /)
    }
  })

  it("refuses unknown and disabled users", async () => {
    const { run, user } = await place()
    await user(email, password)
    await run(["user", "disable", email])
    expect(await run(["token", "mint", "--as", email])).toEqual(
      refused(5, `${email} is disabled, so a token would be void`)
    )
    expect(await run(["token", "mint", "--as", "nobody@example.com"])).toEqual(
      refused(4, 'User "nobody@example.com" does not exist')
    )
    expect(await run(["token", "mint"])).toMatchObject({ code: 2, stdout: "" })
  })
})

describe("a secret that cannot be shown", () => {
  it("is revoked again, and a line says so", async () => {
    const { environment, run, user } = await place()
    await user(email, password)
    const words = [process.execPath, LAUNCHER, "token", "mint", "--as", email]
    const child = onTerminal(words, environment, { redirections: ">/dev/full" })
    expect(await child.ended).toBe(1)
    expect(child.text()).toBe(
      "the token could not be written, so it is revoked\nboardwright: standard output cannot be written: ENOSPC\n"
    )
    expect((await run(["token", "list"])).stdout).toBe("")
  })

  it("of a demo is named with the way to a new one", async () => {
    const { environment } = await place()
    const child = onTerminal([process.execPath, LAUNCHER, "seed", "--demo"], environment, {
      redirections: ">/dev/full"
    })
    expect(await child.ended).toBe(1)
    expect(child.text()).toContain(
      "the demo is created, but its passwords could not be written: `boardwright user set-password EMAIL` sets a new one\n"
    )
  })

  it("does not depend on what is said about it", async () => {
    const { environment, run, user } = await place()
    await user(email, password)
    const words = [process.execPath, LAUNCHER, "token", "mint", "--as", email]
    const child = onTerminal(words, environment, { redirections: "2>/dev/full" })
    expect([await child.ended, child.text()]).toEqual([0, expect.stringMatching(/^bw_pat_\w{36}\n$/)])
    expect((await run(["token", "list"])).stdout).toMatch(/^boardwright token mint\t/)
  })
})

describe("on PostgreSQL without JWT_SECRET", () => {
  it("tokens are minted", async () => {
    const { url } = await newDatabase()
    const { run, user } = await place(async () => ({ DATABASE_URL: url }))
    await user(email, password)
    expect((await run(["seed", "--demo"])).code).toBe(0)
    expect((await run(["token", "mint", "--as", email])).stdout).toMatch(/^bw_pat_/)
  })
})
