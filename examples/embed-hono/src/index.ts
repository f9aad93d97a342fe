import { asUser, createBoardwright, mailFolder, sqlite } from "@boardwright/embed"
import { Hono } from "hono"

/** A Hono app that was there before, with Boardwright under /work. */
export const start = async (file = ":memory:") => {
  const hub = await createBoardwright({
    storage: sqlite(file),
    mailer: mailFolder("mails"),
    jwtSecret: process.env["JWT_SECRET"] ?? "only for trying it out, not for real use",
    baseUrl: "https://app.example.com/work",
    // A Request does not say who sent it; the proxy in front does.
    trustProxy: 1
  })

  const app = new Hono()
  app.all("/work/*", (context) => hub.fetch(context.req.raw))
  app.post("/projects", async (context) => {
    const { name } = await context.req.json<{ name: string }>()
    return context.json(await hub.workspaces.create(asUser("demo"), { name }), 201)
  })
  return { fetch: app.fetch, stop: hub.close }
}

if (import.meta.filename === process.argv[1]) {
  const { fetch, stop } = await start()
  const answer = await fetch(new Request("https://app.example.com/work/api/health"))
  console.log(answer.status, await answer.text())
  await stop()
}
