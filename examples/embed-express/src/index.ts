import type { AddressInfo } from "node:net"
import { asUser, BoardwrightError, createBoardwright, mailFolder, sqlite, toNodeHandler } from "@boardwright/embed"
import express, { type ErrorRequestHandler } from "express"

const refusals: ErrorRequestHandler = (error, _request, response, next) => {
  if (error instanceof BoardwrightError && error.status < 500)
    response.status(error.status).json({ code: error.code, ...error.details })
  else next(error)
}

/** An Express app that was there before, with Boardwright under /work. */
export const start = async (port = 0, file = ":memory:") => {
  const hub = await createBoardwright({
    storage: sqlite(file),
    mailer: mailFolder("mails"),
    jwtSecret: process.env["JWT_SECRET"] ?? "only for trying it out, not for real use",
    baseUrl: "https://app.example.com/work"
  })

  const app = express()
  // Before express.json(): Boardwright reads its bodies itself.
  app.use("/work", toNodeHandler(hub))
  app.use(express.json())
  app.post("/projects", async (request, response) => {
    const workspace = await hub.workspaces.create(asUser("demo"), { name: request.body.name })
    response.status(201).json(workspace)
  })
  app.use(refusals)

  const server = app.listen(port, "127.0.0.1")
  await new Promise((resolve) => server.once("listening", resolve))
  const stop = async () => {
    // Not awaited: it waits for change streams, which the hub ends.
    server.close()
    await hub.close()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop }
}

if (import.meta.filename === process.argv[1]) {
  const { stop, url } = await start(3000, "boardwright.db")
  console.log(`${url}/projects is the app's, ${url}/work/api/health is Boardwright's`)
  process.once("SIGINT", () => void stop())
}
