import { mkdir } from "node:fs/promises"
import pg from "pg"
import { seeding } from "../work/seed.mjs"
import { migrate } from "./databases.mjs"
import { postgresSupport } from "./testSupport.mjs"

/** Runs the work with a connection of its own. */
export const withClient = async (url, work) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const once = (url, ...statements) =>
  withClient(url, async (client) => {
    for (const statement of statements) await client.query(statement)
  })

/** A filled database of a server that syncs to disk, and copies of it: each contestant has one of its own. */
export const postgresDatabases = async (folder, size = {}) => {
  await mkdir(folder, { recursive: true })
  const { startPostgres } = await postgresSupport("startPostgres")
  const server = await startPostgres({ settings: { fsync: "on", full_page_writes: "on", max_wal_size: "1GB" } })
  const urlOf = (name) => Object.assign(new URL(server.url), { pathname: name }).href
  await once(server.url, "create database template_of_bench")
  await migrate(urlOf("template_of_bench"), folder)
  await once(urlOf("template_of_bench"), "set synchronous_commit = off", ...seeding("pg", size), "checkpoint")
  let copies = 0
  return {
    copy: async () => {
      const name = `copy_${++copies}`
      await once(server.url, `create database ${name} template template_of_bench`)
      return { url: urlOf(name), folder, drop: () => once(server.url, `drop database ${name} with (force)`) }
    },
    remove: () => server.remove()
  }
}
