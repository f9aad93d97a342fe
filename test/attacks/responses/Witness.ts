import { RawConnection } from "../../support/rawConnection.js"
import { responseText } from "../../support/responseText.js"

/** An answer whole: what a client may read. */
export interface Seen {
  readonly request: string
  readonly status: number
  readonly headers: string
  readonly body: string
}

/** A statement, or a hash of a password: on no account. */
const SQL = /\b(select\b.{1,200}\bfrom\b|insert into|delete from|update boardwright|(alter|create) table)/i
const HASH = /\$2[aby]\$\d\d\$/
/** What comes with the stack of a failure. */
export const STACK = /\n\s+at |\\n\s+at |\.[cm]?[jt]s:\d+/
export const PATH = /node_modules|\/packages\/|\/work\/|\/tmp\/|\/home\/|\/root\//
/** How a database names itself, its tables and what is wrong. */
const DATABASE =
  /boardwright_\w|SQLITE_|SqlError|DatabaseError|no such table|no such column|relation "|syntax error|ECONNREFUSED|ENOENT/i

/** Which of the server's insides a text holds: statements, hashes, stacks, paths of its machine; but for some. */
export const insidesIn = (text: string, but: ReadonlyArray<RegExp> = []): ReadonlyArray<string> =>
  [SQL, HASH, STACK, PATH].filter((each) => !but.includes(each) && each.test(text)).map(String)

/** Sent while it is read, so that its connection is cut where the database fails on the way. */
const CUT_SHORT = /\/(export|calendar\.ics)(\?|$)/

/** What is received until the end, or until the connection is cut. */
const textUntilCut = async (response: Response): Promise<string> => {
  const decoder = new TextDecoder()
  let text = ""
  try {
    for await (const chunk of response.body ?? []) text += decoder.decode(chunk, { stream: true })
  } catch (error) {
    if (!(error instanceof TypeError && error.message === "terminated")) throw error
  }
  return text
}

/** Sends requests and keeps every answer. */
export class Witness {
  readonly seen: Array<Seen> = []

  constructor(readonly url: string) {}

  async send(method: string, path: string, body?: string, token?: string): Promise<Seen> {
    const response = await fetch(this.url + path, {
      method,
      redirect: "manual",
      headers: {
        "content-type": "application/json",
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` })
      },
      ...(body === undefined || method === "GET" ? {} : { body })
    })
    const seen = {
      request: `${method} ${path}`,
      status: response.status,
      headers: JSON.stringify([...response.headers]),
      body: await (CUT_SHORT.test(path) ? textUntilCut(response) : responseText(response))
    }
    this.seen.push(seen)
    return seen
  }

  /** Sends text as it is, whatever it is, and takes what comes until the connection ends. */
  async sendRaw(text: string): Promise<void> {
    const connection = new RawConnection(this.url)
    await connection.write(text)
    await connection.closed
    this.seen.push({ request: text.slice(0, 40), status: 0, headers: connection.received, body: connection.received })
  }

  statuses(): ReadonlySet<number> {
    return new Set(this.seen.map(({ status }) => status))
  }

  /** Where an answer holds one of these, or something of the server's insides. */
  leaks(planted: Readonly<Record<string, string>>): ReadonlyArray<string> {
    return this.seen.flatMap(({ body, headers, request, status }) => {
      const said = `${headers}\n${body}`
      const secrets = Object.entries(planted).flatMap(([name, secret]) => (said.includes(secret) ? [name] : []))
      // Pages and the OpenAPI document are texts of ours, the same for everyone.
      const isOurs = said.includes("text/html") || request.endsWith("openapi.json")
      const insides = isOurs ? [] : [...insidesIn(said), ...(DATABASE.test(said) ? [String(DATABASE)] : [])]
      return [...secrets, ...insides].map((what) => `${what} in ${status} of ${request}: ${said.slice(0, 300)}`)
    })
  }
}
