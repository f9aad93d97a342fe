import type { AddressInfo } from "node:net"
import { createBoardwright, sqlite, toNodeHandler } from "@boardwright/embed"
import express from "express"

/** The trap: a body parser in front of Boardwright. The response is a 500 that says what to change. */
export const startTooLate = async () => {
  const hub = await createBoardwright({
    storage: sqlite(":memory:"),
    jwtSecret: "only for trying it out, not for real use"
  })
  const app = express()
  app.use(express.json())
  app.use("/work", toNodeHandler(hub))
  const server = app.listen(0, "127.0.0.1")
  await new Promise((resolve) => server.once("listening", resolve))
  const stop = async () => {
    // Not awaited: it waits for change streams, which the hub ends.
    server.close()
    await hub.close()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop }
}
