import { describe, expect, it } from "vitest"
import { get, post } from "../../../test/support/standalone.js"
import { DATABASES, places } from "./userRuns.js"

const place = places()

describe.each(DATABASES)("trash on %s", (_, database) => {
  it("lists, restores and purges what was deleted beside a running server", async () => {
    const { run, startWithAda } = await place(database)
    const { headers, server, token } = await startWithAda()
    const { body: home } = await post(server, "/api/workspaces", { name: "Garden" }, headers)
    const { body: made } = await post(
      server,
      "/api/boards",
      { name: "Spring", workspaceId: home.workspace.id },
      headers
    )
    const path = `/api/boards/${made.board.id}`
    const remove = () => fetch(server.url + path, { method: "DELETE", headers })
    const at = ["--workspace", "Garden"]

    const nowhere = await run(["trash", "list"])
    expect([nowhere.code, nowhere.stderr]).toEqual([2, expect.stringContaining("--board or --workspace is missing")])
    expect((await run(["trash", "list", ...at])).stdout).toBe("")
    expect((await remove()).status).toBe(200)
    expect((await get(server, path, token)).status).toBe(404)

    const [first] = JSON.parse((await run(["trash", "list", ...at, "--json"])).stdout)
    expect(first).toMatchObject({ kind: "board", name: "Spring", subjectId: made.board.id })
    const listed = (await run(["trash", "list", ...at])).stdout
    expect(listed).toBe(`board\tSpring\t${first.at}\t${first.actorId}\t${first.id}\n`)
    const restored = await run(["trash", "restore", first.id])
    expect([restored.code, restored.stderr]).toEqual([0, `board ${made.board.id} is back\n`])
    expect((await get(server, path, token)).status).toBe(200)

    expect((await remove()).status).toBe(200)
    const [second] = JSON.parse((await run(["trash", "list", ...at, "--json"])).stdout)
    expect((await run(["trash", "purge", second.id, "--json"])).stdout).toBe(`{"id":"${second.id}"}\n`)
    const gone = await run(["trash", "restore", second.id])
    expect([gone.code, gone.stderr]).toEqual([4, `boardwright: Deletion "${second.id}" does not exist\n`])
  })
})
