import { tokenOf } from "../work/fixture.mjs"
import { HttpConnection, requestBytes } from "./httpConnection.mjs"

const OWNER = tokenOf(0)

/** Searches; null if the server has no search. */
export const search = (connection, q) =>
  new Promise((resolve, reject) => {
    const path = `/api/search?q=${encodeURIComponent(q)}`
    const done = (error, status, body) => {
      if (error || ![200, 404].includes(status)) return reject(error ?? new Error(`GET ${path} answers ${status}`))
      resolve(status === 404 ? null : JSON.parse(body))
    }
    connection.send(requestBytes({ method: "GET", path, token: OWNER }), done, true)
  })

/** Waits until a server has indexed the texts that its database was filled with, which would be measured too. */
export const indexAll = async ({ port }) => {
  const connection = new HttpConnection(port)
  try {
    while ((await search(connection, "task"))?.complete === false);
  } finally {
    connection.close()
  }
}
