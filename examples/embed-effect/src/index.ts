import { createServer } from "node:http"
import { Access, Account, Ports, Workspace } from "@boardwright/core"
import { Boardwright } from "@boardwright/embed"
import { httpApp } from "@boardwright/http"
import { BcryptHasher, JoseAccessTokens } from "@boardwright/node"
import { layer as sqlite } from "@boardwright/sqlite"
import { HttpRouter, HttpServer, HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { NodeHttpServer, NodeRuntime } from "@effect/platform-node"
import { Console, Effect, Layer, ManagedRuntime, Redacted, Schema } from "effect"

/** The host's own way to send mails. */
const mailer = Layer.succeed(Ports.Mailer, {
  send: ({ subject, to }) => Console.log(`a mail to ${to}: ${subject}`)
})

const adapters = Layer.mergeAll(
  sqlite({ filename: process.env["BOARDWRIGHT_FILE"] ?? ":memory:" }),
  mailer,
  BcryptHasher.layer(),
  JoseAccessTokens.layer({ secrets: [Redacted.make("only for trying it out, not for real use")] })
)

const boardwright = Boardwright.layer({ baseUrl: "https://app.example.com/work" }).pipe(Layer.provideMerge(adapters))

const demoUser = Access.Actor.User({ userId: Account.UserId.make("demo") })

const createProject = Effect.gen(function* () {
  const { name } = yield* HttpServerRequest.schemaBodyJson(Schema.Struct({ name: Schema.String }))
  const workspace = yield* Workspace.createWorkspace({ name })
  return yield* HttpServerResponse.json(workspace, { status: 201 })
}).pipe(Effect.provideService(Access.CurrentActor, demoUser))

const router = HttpRouter.empty.pipe(
  HttpRouter.post("/projects", createProject),
  HttpRouter.mountApp("/work", httpApp())
)

const app = (port: number) =>
  HttpServer.serve(router).pipe(
    Layer.provideMerge(NodeHttpServer.layer(createServer, { port, host: "127.0.0.1" })),
    Layer.provide(boardwright)
  )

/** An Effect app that was there before, with Boardwright under /work. */
export const start = async (port = 0) => {
  const runtime = ManagedRuntime.make(app(port))
  const url = await runtime.runPromise(HttpServer.addressFormattedWith((address) => Effect.succeed(address)))
  return { url, stop: () => runtime.dispose() }
}

if (import.meta.filename === process.argv[1]) NodeRuntime.runMain(Layer.launch(app(3000)))
