import { asUser, createBoardwright, mailFolder, sqlite, toNodeHandler } from "@boardwright/embed"
import fastify from "fastify"

/** A Fastify app that was there before, with Boardwright under /work. */
export const start = async (port = 0, file = ":memory:") => {
  const hub = await createBoardwright({
    storage: sqlite(file),
    mailer: mailFolder("mails"),
    jwtSecret: process.env["JWT_SECRET"] ?? "only for trying it out, not for real use",
    baseUrl: "https://app.example.com/work"
  })
  const handle = toNodeHandler(hub)

  const app = fastify()
  await app.register(
    async (scope) => {
      // Boardwright reads its bodies itself: here no parser may.
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser("*", (_request, _body, done) => done(null))
      scope.all("/*", (request, reply) => {
        reply.hijack()
        handle(request.raw, reply.raw)
      })
    },
    { prefix: "/work" }
  )
  app.post<{ Body: { name: string } }>("/projects", async (request, reply) => {
    reply.code(201)
    return hub.workspaces.create(asUser("demo"), { name: request.body.name })
  })
  // onClose would be too late: it waits for change streams, which the hub ends.
  app.addHook("preClose", () => hub.close())

  const url = await app.listen({ port, host: "127.0.0.1" })
  return { url, stop: () => app.close() }
}

if (import.meta.filename === process.argv[1]) {
  const { stop, url } = await start(3000, "boardwright.db")
  console.log(`${url}/projects is the app's, ${url}/work/api/health is Boardwright's`)
  process.once("SIGINT", () => void stop())
}
