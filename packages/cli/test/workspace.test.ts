import { describe, expect, it } from "vitest"
import { post } from "../../../test/support/standalone.js"
import { DATABASES, places, refused } from "./userRuns.js"

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
  })
})
