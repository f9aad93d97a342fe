import { Agent, request } from "node:http"

/** Requests over connections of their own: kept until `close`, or a new one for each. */
export const httpClient = (baseUrl, token, { keepAlive = true } = {}) => {
  const agent = new Agent({ keepAlive })
  const send = (method, path, body) =>
    new Promise((resolve, reject) => {
      const text = body === undefined || typeof body === "string" ? body : JSON.stringify(body)
      const headers = {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(text === undefined ? {} : { "content-type": "application/json", "content-length": Buffer.byteLength(text) })
      }
      const outgoing = request(new URL(path, baseUrl), { agent, method, headers }, (response) => {
        const chunks = []
        response.on("data", (chunk) => chunks.push(chunk))
        response.on("error", reject)
        response.on("end", () =>
          resolve({ status: response.statusCode, headers: response.headers, text: Buffer.concat(chunks).toString() })
        )
      })
      outgoing.on("error", reject)
      outgoing.end(text)
    })
  return { send, close: () => agent.destroy() }
}

/** Throws unless the answer has this status. */
export const expectStatus = (wanted, answer, what) => {
  if (answer.status !== wanted) throw new Error(`${what} answered ${answer.status}: ${answer.text.slice(0, 500)}`)
  return answer
}

/** Milliseconds that mean the same in every process of the machine. */
export const clock = () => performance.timeOrigin + performance.now()
