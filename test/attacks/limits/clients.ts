import { createServer, request, type IncomingMessage } from "node:http"
import { type AddressInfo, type Server } from "node:net"
import { text } from "node:stream/consumers"
import type { Operation } from "./operations.js"

/** Headers as they are sent: a list is as many lines. */
export type Lines = Readonly<Record<string, string | Array<string>>>

/** An answer by its status, and what is left for whomever it was counted for. */
export interface Left {
  readonly status: number
  readonly remaining: number
}

const answerTo = (
  port: string | number,
  { method, path }: Pick<Operation, "method" | "path">,
  headers: Lines,
  localAddress?: string
): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    request({ host: "127.0.0.1", port, method, path, headers, localAddress, agent: false }, resolve)
      .on("error", reject)
      .end()
  })

/** Sends a request from an address of this machine: any of 127.0.0.0/8 is one. */
export const sendFrom = async (
  address: string,
  url: string,
  operation: Pick<Operation, "method" | "path">,
  headers: Lines = {}
): Promise<Left> => {
  const answer = await answerTo(new URL(url).port, operation, headers, address)
  await text(answer)
  return { status: answer.statusCode ?? 0, remaining: Number(answer.headers["x-ratelimit-remaining"] ?? NaN) }
}

/** A proxy that appends whom it was called by, as nginx does with `$proxy_add_x_forwarded_for`. */
export const proxyBefore = (url: string): Promise<{ readonly url: string; readonly server: Server }> => {
  const server = createServer((incoming, outgoing) => {
    const before = incoming.headers["x-forwarded-for"] ?? []
    const forwarded = [before, incoming.socket.remoteAddress ?? ""].flat().join(", ")
    const headers = { ...(incoming.headers as Lines), "x-forwarded-for": forwarded }
    void answerTo(new URL(url).port, { method: incoming.method ?? "", path: incoming.url ?? "" }, headers).then(
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 0, answer.headers)
        return answer.pipe(outgoing)
      }
    )
  })
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () =>
      resolve({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server })
    )
  })
}
