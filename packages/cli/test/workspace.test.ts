import { describe, expect, it } from "vitest"
import { get, post, signIn } from "../../../test/support/standalone.js"
import { DATABASES, places, refused, said } from "./userRuns.js"

const place = places()

describe.each(DATABASES)("workspaces and boards beside a running server on %s", (_, database) => {
  it("are listed for all owners, and boards by the workspace's id or name", async () => {
    const { run, start, user } = await place(database)
    const server = await start()
    const make = async (email: string, path: string, body: object) => {
      const token = (await run(["token", "mint", "--as", email])).stdout.trim()
      const made = await post(server, path, body, { authorization: `Bearer ${token}` })
      expect(made.status).toBe(201)
      return made.body.workspace ?? made.body.board
    }
    const [ada, bob] = ["ada@example.com", "bob@example.com"]
    for (const email of [ada, bob]) await user(email, "correct horse battery")
    const garden = await make(ada, "/api/workspaces", { name: "Garden" })
    const yard = await make(bob, "/api/workspaces", { name: "Yard" })
    const board = await make(bob, "/api/boards", { name: "Spring", workspaceId: yard.id })

    const rows = [garden, yard].map(({ createdAt, id, name }, at) => [name, [ada, bob][at], createdAt, id].join("\t"))
    expect(await run(["workspace", "list"])).toEqual({ code: 0, stdout: `${rows.join("\n")}\n`, stderr: "" })
    expect(JSON.parse((await run(["workspace", "list", "--json"])).stdout)).toMatchObject([
      { id: garden.id, ownerId: garden.ownerId, ownerEmail: ada },
      { id: yard.id, ownerEmail: bob }
    ])
    const boards = { code: 0, stdout: `${["Spring", 1, board.createdAt, board.id].join("\t")}\n`, stderr: "" }
    for (const workspace of ["Yard", yard.id]) {
      expect(await run(["board", "list", "--workspace", workspace])).toEqual(boards)
    }
    expect(JSON.parse((await run(["board", "list", "--workspace", "Yard", "--json"])).stdout)).toMatchObject([
      { id: board.id, groups: [{ name: "New group" }] }
    ])
    expect(await run(["board", "list", "--workspace", "Garden"])).toEqual({ code: 0, stdout: "", stderr: "" })
    expect(await run(["board", "list", "--workspace", "yard"])).toEqual(refused(4, 'Workspace "yard" does not exist'))

    const second = await make(ada, "/api/workspaces", { name: "Yard" })
    const message = `--workspace: 2 workspaces are called "Yard"; name one by its id: ${yard.id}, ${second.id}`
    expect(await run(["board", "list", "--workspace", "Yard"])).toEqual(
      refused(2, `${message} (see boardwright board list --help)`)
    )
    expect((await run(["workspace", "members", "Yard"])).stderr).toContain(message.slice("--workspace: ".length))
  })

  it("have members: the operator invites them, changes their roles and removes them", async () => {
    const { run, start, user } = await place(database)
    const server = await start()
    const [ada, bob] = ["ada@example.com", "bob@example.com"]
    const password = "correct horse battery"
    const ids = [await user(ada, password), await user(bob, password)]
    const [token, other] = [
      await signIn(server, { email: ada, password }),
      await signIn(server, { email: bob, password })
    ]
    const { body } = await post(server, "/api/workspaces", { name: "Garden" }, { authorization: `Bearer ${token}` })
    const { id } = body.workspace
    expect(await run(["workspace", "invite", "Garden", "--email", bob, "--role", "viewer"])).toEqual(
      said(
        `${bob} is invited to the workspace Garden as viewer, which begins at once for an account with this address; the server emails a link`
      )
    )
    const { body: mine } = await get(server, "/api/invitations", other)
    const accept = `/api/invitations/${mine.invitations[0].id}/accept`
    expect((await post(server, accept, {}, { authorization: `Bearer ${other}` })).status).toBe(200)
    expect(await run(["workspace", "set-role", id, "--user", bob, "--role", "editor"])).toEqual(
      said(`${bob} is editor of the workspace Garden`)
    )
    const rows = [
      [ada, "Ada Lovelace", "owner", ids[0]],
      [bob, "Ada Lovelace", "editor", ids[1]]
    ].map((row) => `${row.join("\t")}\n`)
    expect(await run(["workspace", "members", "Garden"])).toEqual({ code: 0, stdout: rows.join(""), stderr: "" })
    expect(await run(["workspace", "remove-member", "Garden", "--user", ids[1] ?? ""])).toEqual(
      said(`${ids[1]} is not a member of the workspace Garden any more; roles on its boards stay`)
    )
    expect((await run(["workspace", "members", "Garden", "--json"])).stdout).not.toContain(bob)
    expect((await run(["workspace", "set-role", "Garden", "--user", bob, "--role", "king"])).code).toBe(2)
    expect(await run(["workspace", "remove-member", "Garden", "--user", bob])).toEqual(
      refused(4, `${bob} is not a member of the workspace Garden`)
    )
    expect(await run(["workspace", "set-role", "Garden", "--user", ada, "--role", "viewer"])).toEqual(
      refused(4, `${ada} is the owner of the workspace Garden`)
    )
    for (const invited of [bob, "carol@example.com"]) {
      await run(["workspace", "invite", "Garden", "--email", invited, "--role", "viewer"])
      expect(await run(["workspace", "remove-member", "Garden", "--user", invited])).toEqual(
        said(`${invited} is not invited to the workspace Garden any more`)
      )
    }
    expect((await get(server, "/api/invitations", other)).body.invitations).toEqual([])
  })
})
