import { randomBytes } from "node:crypto"
import { once } from "node:events"
import { createServer } from "node:http"

/** Serves an empty page whose script and style have so many bytes. Its script calls `setReady` when it runs. */
export const serveBlank = async ({ script, style }) => {
  const filler = (bytes) => `/*${randomBytes(bytes).toString("hex").slice(0, bytes)}*/`
  const files = {
    "/": [
      "text/html",
      `<!doctype html><title>Blank</title><link rel="stylesheet" href="/style"><script type="module" src="/script"></script>`
    ],
    "/script": ["text/javascript", `${filler(script)}\nsetReady()`],
    "/style": ["text/css", filler(style)]
  }
  const server = createServer(({ url }, response) => {
    const [type, body] = files[url] ?? ["text/plain", ""]
    response.writeHead(200, { "content-type": type }).end(body)
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  return { url: `http://127.0.0.1:${server.address().port}/`, stop: () => server.close() }
}
