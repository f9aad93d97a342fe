import { createServer, type RequestListener, type ServerResponse } from "node:http"
import { createServer as createTlsServer } from "node:https"
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from "node:net"
import { text } from "node:stream/consumers"
import { Effect, type Scope } from "effect"

/** Of `hooks.example`, valid from 2020 to 2120. */
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgN9yDoXSCoTWEph4J
DWtKC7jmW653cQ1ui/TARoFUE2mhRANCAAQykGfBap0sJZYv5SWr+GBQTyTFvpnA
IzE57uG98eBZbVHkyudmIrL7y/lXHTqR3ByqmN92G7UOP/lDt5Oe3Dk9
-----END PRIVATE KEY-----
`
export const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBbDCCAROgAwIBAgIBATAKBggqhkjOPQQDAjAYMRYwFAYDVQQDDA1ob29rcy5l
eGFtcGxlMCAXDTIwMDEwMTAwMDAwMFoYDzIxMjAwMTAxMDAwMDAwWjAYMRYwFAYD
VQQDDA1ob29rcy5leGFtcGxlMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEMpBn
wWqdLCWWL+Ulq/hgUE8kxb6ZwCMxOe7hvfHgWW1R5MrnZiKy+8v5Vx06kdwcqpjf
dhu1Dj/5Q7eTntw5PaNMMEowDwYDVR0TAQH/BAUwAwEB/zAYBgNVHREEETAPgg1o
b29rcy5leGFtcGxlMB0GA1UdDgQWBBTGdKqt6bH+KYfI0sKB0KJ+5C4WJTAKBggq
hkjOPQQDAgNHADBEAiB/Fm2H6H3W832i7cnaFwOoIZ1afL7wFLhRmFmJGW+ByAIg
H1rZmleVxOaEi9Elcn08WTpa63UpgN5UVBISgC77gKQ=
-----END CERTIFICATE-----
`

export interface Received {
  readonly method: string | undefined
  readonly url: string | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Listens on a free port of 127.0.0.1, or of another address, until the scope ends. */
const listening = (server: Server, address = "127.0.0.1"): Effect.Effect<number, never, Scope.Scope> => {
  const sockets = new Set<Socket>()
  server.on("connection", (socket: Socket) => {
    sockets.add(socket)
    socket.on("error", () => undefined)
  })
  return Effect.acquireRelease(
    Effect.async<number>((resume) => {
      server.listen(0, address, () => resume(Effect.succeed((server.address() as AddressInfo).port)))
    }),
    () =>
      Effect.async<void>((resume) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resume(Effect.void))
      })
  )
}

/** A receiver that records messages and answers them. `arrival` resolves with the first. */
export const receiver = (
  answer: (response: ServerResponse) => void,
  { address, tls = false }: { readonly address?: string; readonly tls?: boolean } = {}
) =>
  Effect.gen(function* () {
    const received: Array<Received> = []
    let arrive = () => {}
    const arrival = new Promise<void>((resolve) => (arrive = resolve))
    const listener: RequestListener = async (request, response) => {
      const { headers, method, url } = request
      received.push({ method, url, headers: headers as Record<string, string>, body: await text(request) })
      answer(response)
      arrive()
    }
    const server = tls ? createTlsServer({ key: KEY, cert: CERTIFICATE }, listener) : createServer(listener)
    server.on("tlsClientError", () => undefined)
    const port = yield* listening(server, address)
    return { port, received, arrival }
  })

/** A receiver below HTTP: handles each connection. */
export const socketReceiver = (handle: (socket: Socket) => void) => listening(createTcpServer(handle))
