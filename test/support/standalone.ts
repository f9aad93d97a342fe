import { readdirSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { afterAll, expect, vi } from "vitest"
import { type Child, serve, temporaryDirectory } from "./childServer.js"

/** A running `boardwright serve`. */
export interface Standalone extends Child {
  readonly url: string
  readonly dataDir: string
  /** Asks it to end, and waits for that; the exit code, or the signal's name. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<number | string>
}

/** Limits that no test runs into. */
export const UNLIMITED = {
  RATE_LIMIT_AUTH: "1000000",
  RATE_LIMIT_SENSITIVE: "1000000",
  RATE_LIMIT_GENERAL: "1000000",
  RATE_LIMIT_ACCOUNT: "1000000",
  RATE_LIMIT_MAIL: "1000000"
}

/** A folder for the tests of one file, which is removed after them, with the servers that were started. */
export const standaloneServers = () => {
  // Starting and hashing take their time on a machine that has more to do.
  vi.setConfig({ testTimeout: 120_000 })
  const directory = temporaryDirectory()
  const running = new Set<Standalone>()
  afterAll(async () => {
    await Promise.all([...running].map((server) => server.stop("SIGKILL")))
    rmSync(directory, { recursive: true, force: true })
  })
  return {
    directory,
    /** Starts a server on a free port, its data in this folder's `name`. */
    start: async (name: string, environment: Readonly<Record<string, string>> = {}): Promise<Standalone> => {
      const dataDir = join(directory, name)
      const child = await serve(dataDir, environment)
      const server: Standalone = {
        ...child,
        dataDir,
        stop: (signal = "SIGTERM") => {
          child.process.kill(signal)
          return child.ended
        }
      }
      running.add(server)
      void child.ended.then(() => running.delete(server))
      return server
    }
  }
}

/** An answer whose body was JSON. */
export interface JsonAnswer {
  readonly status: number
  readonly headers: Headers
  // What a test expects of it is the test's to say.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any
}

const readAnswer = async (response: Response): Promise<JsonAnswer> => ({
  status: response.status,
  headers: response.headers,
  body: await response.json()
})

/** Sends JSON. */
export const post = async (
  { url }: { readonly url: string },
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {}
): Promise<JsonAnswer> =>
  readAnswer(
    await fetch(url + path, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body)
    })
  )

/** Gets JSON, with a session where a token is given. */
export const get = async ({ url }: { readonly url: string }, path: string, token?: string): Promise<JsonAnswer> =>
  readAnswer(await fetch(url + path, { headers: token === undefined ? {} : { authorization: `Bearer ${token}` } }))

/** Opens a link as a browser does, without following where it leads; the status and the address it leads to. */
export const open = async (link: string): Promise<readonly [status: number, location: string | null]> => {
  const response = await fetch(link, { redirect: "manual" })
  await response.text()
  return [response.status, response.headers.get("location")]
}

/** The files in a server's outbox, oldest first. */
export const mailFiles = ({ dataDir }: { readonly dataDir: string }): ReadonlyArray<string> => {
  try {
    const names = readdirSync(join(dataDir, "outbox")).filter((name) => name.endsWith(".eml"))
    return names.toSorted().map((name) => join(dataDir, "outbox", name))
  } catch {
    return []
  }
}

/** The link in a mail's text. */
export const linkIn = (mail: string): string => {
  const link = /https?:\/\/[^\s"<>]+\?(?:token|invitation)=[^\s"<>]+/.exec(mail)?.[0]
  if (link === undefined) throw new Error(`there is no link in\n${mail}`)
  return link
}

/** Waits for a mail to an address in the outbox, and gives its link. */
export const mailedLink = async (server: Pick<Standalone, "dataDir">, email: string): Promise<string> => {
  const find = () => {
    const mails = mailFiles(server).map((file) => readFileSync(file, "utf8"))
    const mail = mails.findLast((each) => each.includes(`To: ${email}`))
    if (mail === undefined) throw new Error(`${mails.length} mails, none to ${email}`)
    return linkIn(mail)
  }
  return vi.waitFor(find, { timeout: 30_000 })
}

/** Someone with an account. */
export interface Person {
  readonly email: string
  readonly password: string
}

/** Signs someone up; they are not verified yet. */
export const signUp = async (server: Standalone, name: string): Promise<Person> => {
  const person = { email: `${name}@example.com`, password: `password of ${name}` }
  expect(await post(server, "/api/auth/signup", { name, ...person })).toMatchObject({ status: 201 })
  return person
}

/** Signs someone in; the token. */
export const signIn = async (server: Standalone, person: Person): Promise<string> => {
  const { body, status } = await post(server, "/api/auth/signin", person)
  expect(status).toBe(200)
  return String(body.token)
}

/** Signs someone up and verifies them by the mail in the outbox. */
export const newPerson = async (server: Standalone, name: string): Promise<Person> => {
  const person = await signUp(server, name)
  expect((await open(await mailedLink(server, person.email)))[0]).toBe(302)
  return person
}
