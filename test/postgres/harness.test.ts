import { existsSync } from "node:fs"
import type { Client } from "pg"
import { expect, inject, it } from "vitest"
import { startPostgres } from "../support/postgres/startPostgres.js"
import { withAdmin } from "../support/postgres/TestPostgres.js"

const query = (url: string, text: string): Promise<ReadonlyArray<unknown>> =>
  withAdmin(url, async (admin: Client) => (await admin.query(text)).rows)

it("the tests' PostgreSQL sorts by language unless a statement sorts by bytes", async () => {
  const sorted = (collate: string) =>
    query(inject("postgres").url, `select string_agg(x, '' order by x ${collate}) as x from unnest(array['a','B']) x`)
  expect(await sorted("")).toEqual([{ x: "aB" }])
  expect(await sorted('collate "C"')).toEqual([{ x: "Ba" }])
})

it("a PostgreSQL of one test has its settings, and is removed with its data even when halted", async () => {
  const server = await startPostgres({ settings: { fsync: "on" } })
  expect(await query(server.url, "show fsync")).toEqual([{ fsync: "on" }])
  const [{ data_directory: data }] = (await query(server.url, "show data_directory")) as [{ data_directory: string }]
  expect(existsSync(data)).toBe(true)
  await server.kill("SIGSTOP")
  await server.remove()
  expect([server.pid(), existsSync(data)]).toEqual([null, false])
  await expect(query(server.url, "select 1")).rejects.toThrow("ECONNREFUSED")
})
