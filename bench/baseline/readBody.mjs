import { invalid } from "../byHand/Refusal.mjs"

const MOST = 1024 * 1024

const refuse = (message) => invalid([{ path: [], message }])

const parse = (bytes) => {
  try {
    return JSON.parse(bytes)
  } catch {
    throw refuse("the body must be JSON")
  }
}

/** Reads a JSON body of at most so many bytes. */
export const readBody = (request, most = MOST) => {
  if (!request.headers["content-type"]?.startsWith("application/json")) {
    request.resume()
    return Promise.reject(refuse("the content type must be application/json"))
  }
  return new Promise((resolve, reject) => {
    const chunks = []
    let size = 0
    request.on("data", (chunk) => {
      size += chunk.length
      if (size > most) reject(refuse(`the body must have at most ${most} bytes`))
      else chunks.push(chunk)
    })
    request.on("error", reject)
    request.on("end", () => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)))
  }).then(parse)
}
