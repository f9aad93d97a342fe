import type { Server } from "node:http"
import type { AddressInfo } from "node:net"
import { Data, Effect } from "effect"

/** The server cannot listen on the address. */
export class ListenFailed extends Data.TaggedError("ListenFailed")<{
  readonly host: string
  readonly port: number
  readonly cause: unknown
}> {}

/** Listens on an address; fails with `ListenFailed`. */
export const listen = (server: Server, { host, port }: { readonly host: string; readonly port: number }) =>
  Effect.async<Server, ListenFailed>((resume) => {
    const failed = (cause: Error) => resume(new ListenFailed({ host, port, cause }))
    server.once("error", failed)
    server.listen({ host, port, backlog: 1024 }, () => {
      server.off("error", failed)
      resume(Effect.succeed(server))
    })
  })

export const addressOf = (server: Server): AddressInfo => {
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("the server does not listen on a port")
  return address
}
