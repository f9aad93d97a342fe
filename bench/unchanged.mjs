import { join } from "node:path"
import { startContestant } from "./measure/contestants.mjs"
import { sqliteDatabases } from "./measure/databases.mjs"
import { median } from "./measure/figures.mjs"
import { ask, HttpConnection, requestBytes } from "./measure/httpConnection.mjs"
import { indexAll } from "./measure/indexAll.mjs"
import { postgresDatabases } from "./measure/postgresDatabases.mjs"
import { short, tableOf } from "./report.mjs"
import { BOARDS, idOf, tokenOf } from "./work/fixture.mjs"

const CONNECTIONS = 32
const BURST_MILLIS = 1_000
const TOKEN = tokenOf(1)

const dialects = { SQLite: sqliteDatabases, PostgreSQL: postgresDatabases }

const boardId = idOf("board", BOARDS.read)

/** Sends the request over every connection for a while. Returns how many a second were answered with the status. */
const rateOf = async (connections, bytes, status) => {
  const end = performance.now() + BURST_MILLIS
  let answers = 0
  const repeat = (connection) =>
    new Promise((resolve, reject) => {
      const send = () =>
        connection.send(bytes, (error, found) => {
          if (error || found !== status) return reject(error ?? new Error(`${found} in place of ${status}`))
          answers += 1
          if (performance.now() < end) send()
          else resolve()
        })
      send()
    })
  const begin = performance.now()
  await Promise.all(connections.map(repeat))
  return (answers * 1_000) / (performance.now() - begin)
}

/** What does not change is asked for with and without the tag of a copy, in turns, over 32 connections. */
export const measureUnchanged = async (folder, { rounds }) => {
  const rows = []
  for (const [title, open] of Object.entries(dialects)) {
    const databases = await open(join(folder, title.toLowerCase()))
    const server = await startContestant("us", await databases.copy())
    const connections = Array.from({ length: CONNECTIONS }, () => new HttpConnection(server.port))
    try {
      await indexAll(server)
      await Promise.all(connections.map(({ opens }) => opens))
      const list = `/api/tasks?boardId=${boardId}&limit=50`
      const { body } = await ask(server.port, { method: "GET", path: list, token: TOKEN })
      const paths = {
        "a board": `/api/boards/${boardId}`,
        "50 tasks": list,
        "a task": `/api/tasks/${JSON.parse(body).tasks[0].id}`
      }
      for (const [what, path] of Object.entries(paths)) {
        const whole = { method: "GET", path, token: TOKEN }
        const tag = /\r\netag: (\S+)/i.exec((await ask(server.port, whole)).head)?.[1]
        const ways = {
          whole: [requestBytes(whole), 200],
          known: [requestBytes({ ...whole, headers: { "If-None-Match": tag } }), 304]
        }
        const seen = { whole: [], known: [] }
        for (let round = 0; round <= rounds; round++) {
          for (const [name, [bytes, status]] of Object.entries(ways)) {
            const rate = await rateOf(connections, bytes, status)
            if (round > 0) seen[name].push(rate)
          }
        }
        const ratio = median(seen.known.map((rate, at) => rate / seen.whole[at]))
        rows.push([`${title}, ${what}`, short(median(seen.whole)), short(median(seen.known)), ratio.toFixed(2)])
      }
    } finally {
      for (const connection of connections) connection.close()
      await server.stop()
      await databases.remove()
    }
  }
  return tableOf([`answers a second, ${CONNECTIONS} connections`, "200, whole", "304", "times"], rows)
}
