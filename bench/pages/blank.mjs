import { randomBytes } from "node:crypto"
import { once } from "node:events"
import { createServer } from "node:http"

const filler = (bytes) => `/*${randomBytes(bytes).toString("hex").slice(0, bytes)}*/`

/**
 * Serves an empty page with the bytes and the headers of a document, a script and a style: a policy alone may make the browser
 * start another process. The script calls `setReady` when it runs.
 */
export const serveBlank = async ({ document, script, style }) => {
  const files = {
    "/": {
      ...document,
      body: `<!doctype html><title>Blank</title><link rel="stylesheet" href="/style"><script type="module" src="/script"></script>
<!--${filler(document.bytes)}-->`
    },
    "/script": { ...script, body: `${filler(script.bytes)}\nsetReady()` },
    "/style": { ...style, body: filler(style.bytes) }
  }
  const server = createServer(({ url }, response) => {
    const { headers, body } = files[url] ?? { headers: {}, body: "" }
    response.writeHead(200, headers).end(body)
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  return { url: `http://127.0.0.1:${server.address().port}/`, stop: () => server.close() }
}
