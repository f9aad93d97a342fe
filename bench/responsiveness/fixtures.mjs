import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { simpleParser } from "mailparser"
import { clock, expectStatus, httpClient } from "./httpClient.mjs"

const ACCOUNTS = 8
const PASSWORD = "correct horse battery"

const linkTo = async (outbox, email) => {
  for (const end = clock() + 30_000; clock() < end; await sleep(50)) {
    for (const name of await readdir(outbox).catch(() => [])) {
      if (!name.endsWith(".eml")) continue
      const mail = await simpleParser(await readFile(join(outbox, name)))
      if (mail.to.text !== email) continue
      const link = /http\S+verify-email\?token=[0-9a-f]+/.exec(mail.text)?.[0]
      if (link !== undefined) return link
    }
  }
  throw new Error(`no verification mail for ${email}`)
}

/** Verified accounts, and a token of the first. */
export const makeAccounts = async ({ baseUrl, outbox }) => {
  const client = httpClient(baseUrl)
  const accounts = Array.from({ length: ACCOUNTS }, (_, n) => ({ email: `user${n}@example.com`, password: PASSWORD }))
  for (const account of accounts) {
    const body = { name: "Bench", ...account }
    expectStatus(201, await client.send("POST", "/api/auth/signup", body), "sign-up")
    const link = await linkTo(outbox, account.email)
    const { headers } = expectStatus(302, await client.send("GET", link), "verification")
    if (!headers.location.includes("verified=true")) throw new Error(`verification led to ${headers.location}`)
  }
  const { text } = expectStatus(200, await client.send("POST", "/api/auth/signin", accounts[0]), "sign-in")
  client.close()
  return { accounts, token: JSON.parse(text).token }
}

/** A task to read, and the workspace to import into. */
export const makeTask = async (baseUrl, token) => {
  const client = httpClient(baseUrl, token)
  const make = async (path, body) => JSON.parse(expectStatus(201, await client.send("POST", path, body), path).text)
  const { workspace } = await make("/api/workspaces", { name: "Bench" })
  const { board } = await make("/api/boards", { name: "Read meanwhile", workspaceId: workspace.id })
  const { task } = await make("/api/tasks", { name: "Read meanwhile", boardId: board.id })
  client.close()
  return { workspaceId: workspace.id, taskId: task.id }
}
