// An app that embeds, in a file of its own: what a host would write. Prints what a client gets.
import { createServer } from "node:http"
import { asUser, createBoardwright, mailFolder, sqlite, toNodeHandler } from "@boardwright/embed"

const hub = await createBoardwright({
  storage: sqlite("boards.db"),
  mailer: mailFolder("mails"),
  jwtSecret: "a secret of at least 32 bytes, kept"
})
const { id } = await hub.workspaces.create(asUser("ada"), { name: "Garden" })
const server = createServer(toNodeHandler(hub)).listen(0, "127.0.0.1", async () => {
  const url = `http://127.0.0.1:${server.address().port}`
  const health = await fetch(`${url}/api/health`)
  const signUp = await fetch(`${url}/api/auth/signup`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name: "Ada", email: "ada@example.com", password: "correct horse" })
  })
  const { items } = await hub.workspaces.list(asUser("ada"), {})
  process.stdout.write(`${JSON.stringify([health.status, signUp.status, items.map((each) => each.id === id)])}\n`)
  server.close()
  server.closeAllConnections()
  await hub.close()
})
