import { join } from "node:path"
import { runCommand } from "../../../test/support/childServer.js"
import { newDatabase } from "../../../test/support/postgres/databases.js"
import { type Standalone, standaloneServers, UNLIMITED } from "../../../test/support/standalone.js"

/** The result of a command. */
export interface Ended {
  readonly code: number | string
  readonly stdout: string
  readonly stderr: string
}

/** A database for commands and a server. */
export interface Place {
  readonly environment: Readonly<Record<string, string>>
  /** Runs a command, with `input` piped in if given. */
  readonly run: (words: ReadonlyArray<string>, input?: string) => Promise<Ended>
  /** Creates a verified user. Returns the id. */
  readonly user: (email: string, password: string) => Promise<string>
  readonly start: () => ReturnType<ReturnType<typeof standaloneServers>["start"]>
  /** Starts the server, and creates ada@example.com and her token. */
  readonly startWithAda: () => Promise<{
    readonly server: Standalone
    readonly token: string
    readonly headers: { readonly authorization: string }
  }>
}

const sqlite = async (): Promise<Record<string, string>> => ({})
const postgres = async (): Promise<Record<string, string>> => {
  const { url } = await newDatabase()
  return { DATABASE_URL: url, JWT_SECRET: "a secret of at least thirty-two bytes" }
}

export const DATABASES = [
  ["SQLite", sqlite],
  ["PostgreSQL", postgres]
] as const

/** Creates places in a folder that is removed after the tests of the file. */
export const places = () => {
  const servers = standaloneServers()
  let made = 0
  return async (database: () => Promise<Record<string, string>> = sqlite): Promise<Place> => {
    const name = `place ${++made}`
    const environment = { ...(await database()), DATA_DIR: join(servers.directory, name) }
    const run: Place["run"] = async (words, input) => {
      const child = runCommand(words, environment, servers.directory, input)
      return { code: await child.ended, stdout: child.stdout(), stderr: child.stderr() }
    }
    const user: Place["user"] = async (email, password) => {
      const words = ["user", "create", "--email", email, "--name", "Ada Lovelace", "--verified", "--password-stdin"]
      const { code, stderr, stdout } = await run(words, `${password}\n`)
      if (code !== 0) throw new Error(stderr)
      return stdout.trim()
    }
    const start = () => servers.start(name, { ...environment, ...UNLIMITED })
    return {
      environment,
      run,
      user,
      start,
      startWithAda: async () => {
        const server = await start()
        await user("ada@example.com", "correct horse battery")
        const token = (await run(["token", "mint", "--as", "ada@example.com"])).stdout.trim()
        return { server, token, headers: { authorization: `Bearer ${token}` } }
      }
    }
  }
}

/** The result of a command that only prints a line for people. */
export const said = (line: string): Ended => ({ code: 0, stdout: "", stderr: `${line}\n` })

/** The result of a failed command. */
export const refused = (code: number, line: string): Ended => ({ code, stdout: "", stderr: `boardwright: ${line}\n` })
