import { createServer } from "node:http"
import { Access, Account, Ports, Workspace } from "@boardwright/core"
import { Boardwright } from "@boardwright/embed"
import { httpApp, OpenStreams } from "@boardwright/http"
import { BcryptHasher, JoseAccessTokens } from "@boardwright/node"
import { layer as sqlite } from "@boardwright/sqlite"
import { HttpRouter, HttpServer, HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { NodeHttpServer, NodeRuntime } from "@effect/platform-node"
import { Console, Effect, Layer, ManagedRuntime, Redacted, Schema } from "effect"

/** The host's own way to send mails. */
const mailer = Layer.succeed(Ports.Mailer, {
  send: ({ subject, to }) => Console.log(`a mail to ${to}: ${subject}`)
})

const adapters = (filename: string) =>
  Layer.mergeAll(
    sqlite({ filename }),
    mailer,
    BcryptHasher.layer(),
    JoseAccessTokens.layer({ secrets: [Redacted.make("only for trying it out, not for real use")] })
  )

const boardwright = (file: string) =>
  Boardwright.layer({ baseUrl: "https://app.example.com/work" }).pipe(Layer.provideMerge(adapters(file)))

const demoUser = Access.Actor.User({ userId: Account.UserId.make("demo") })

const createProject = Effect.gen(function* () {
  const { name } = yield* HttpServerRequest.schemaBodyJson(Schema.Struct({ name: Schema.String }))
  const workspace = yield* Workspace.createWorkspace({ name })
  return yield* HttpServerResponse.json(workspace, { status: 201 })
}).pipe(Effect.provideService(Access.CurrentActor, demoUser))

const router = (streams: OpenStreams) =>
  HttpRouter.empty.pipe(HttpRouter.post("/projects", createProject), HttpRouter.mountApp("/work", httpApp({ streams })))

/** Ends the change streams before the server stops, which waits for them. */
const serve = Layer.unwrapScoped(
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => new OpenStreams()),
      ({ end }) => Effect.sync(end)
    ),
    (streams) => HttpServer.serve(router(streams))
  )
)

const app = (port: number, file: string) =>
  serve.pipe(
    Layer.provideMerge(NodeHttpServer.layer(createServer, { port, host: "127.0.0.1" })),
    Layer.provide(boardwright(file))
  )

/** An Effect app that was there before, with Boardwright under /work. */
export const start = async (port = 0, file = ":memory:") => {
  const runtime = ManagedRuntime.make(app(port, file))
  const url = await runtime.runPromise(HttpServer.addressFormattedWith((address) => Effect.succeed(address)))
  return { url, stop: () => runtime.dispose() }
}

if (import.meta.filename === process.argv[1]) {
  NodeRuntime.runMain(Layer.launch(app(3000, process.env["BOARDWRIGHT_FILE"] ?? ":memory:")))
}
