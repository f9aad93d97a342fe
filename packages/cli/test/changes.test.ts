import { describe, expect, it } from "vitest"
import { get, post } from "../../../test/support/standalone.js"
import { DATABASES, places } from "./userRuns.js"

const place = places()

describe.each(DATABASES)("changes expire-cursors beside a running server on %s", (_, database) => {
  it("makes every cursor expire and writes the new one", async () => {
    const { run, start, user } = await place(database)
    const server = await start()
    await user("ada@example.com", "correct horse battery")
    const token = (await run(["token", "mint", "--as", "ada@example.com"])).stdout.trim()
    await post(server, "/api/workspaces", { name: "Garden" }, { authorization: `Bearer ${token}` })
    const changes = (query: string) => get(server, `/api/changes${query}`, token)
    const { cursor } = (await changes("")).body
    expect((await changes(`?since=${cursor}`)).status).toBe(200)

    const { code, stderr, stdout } = await run(["changes", "expire-cursors", "--json"])
    expect([code, stderr]).toEqual([0, "every earlier cursor has expired: readers of the feed load their data again\n"])
    const renewed = JSON.parse(stdout)
    expect(renewed.cursor).not.toBe(cursor)
    expect(await changes(`?since=${cursor}`)).toMatchObject({ status: 410, body: renewed })
    expect(await changes(`?since=${renewed.cursor}`)).toMatchObject({ status: 200, body: { changes: [] } })
  })
})
