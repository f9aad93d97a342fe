import { type ChildProcess, execFile, spawn } from "node:child_process"
import { closeSync, openSync, readFileSync } from "node:fs"
import { chmod, chown, cp, readdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { promisify } from "node:util"
import { findBinaries } from "./findBinaries.js"
import { type ServerUser, serverUser } from "./serverUser.js"

const READY_WITHIN_MS = 60_000

/** Settings of a server, as in postgresql.conf. */
export type Settings = Readonly<Record<string, string | number>>

/** Of one server alone. */
export interface Folders {
  readonly data: string
  /** Where programs can run. */
  readonly scratch: string
}

const give = async (paths: ReadonlyArray<string>, { gid, uid }: ServerUser): Promise<void> => {
  if (uid !== undefined && gid !== undefined) await Promise.all(paths.map((path) => chown(path, uid, gid)))
}

/** The data of a server, and how to run it. */
export class Cluster {
  private constructor(
    private readonly folders: Folders,
    private readonly binaries: string,
    private readonly user: ServerUser,
    private readonly settings: Settings
  ) {}

  /** Makes one in empty folders; its superuser is `postgres`. */
  static async create(folders: Folders, password: string, settings: Settings): Promise<Cluster> {
    const user = serverUser()
    const passwordFile = join(folders.scratch, "password")
    await writeFile(passwordFile, password, { mode: 0o600 })
    await give([...Object.values(folders), passwordFile], user)
    const { folder: binaries, version } = await findBinaries(user, folders.scratch)
    // Only where the default does not sort by bytes it shows who relies on it.
    const collation = version >= 15 ? ["--locale-provider=icu", "--icu-locale=en-US"] : []
    await promisify(execFile)(
      join(binaries, "initdb"),
      [
        ...["--pgdata", folders.data, "--username=postgres", "--pwfile", passwordFile, "--auth=scram-sha-256"],
        ...["--encoding=UTF8", "--locale=C", ...collation, "--no-sync"]
      ],
      { ...user, cwd: folders.data, env: {} }
    )
    return new Cluster(folders, binaries, user, settings)
  }

  /** Makes one in empty folders, with a copy of a stopped server's data. */
  static async copy(from: string, folders: Folders, settings: Settings): Promise<Cluster> {
    const user = serverUser()
    await cp(from, folders.data, { recursive: true })
    const copied = await readdir(folders.data, { recursive: true })
    await give([...Object.values(folders), ...copied.map((path) => join(folders.data, path))], user)
    await chmod(folders.data, 0o700)
    return new Cluster(folders, (await findBinaries(user, folders.scratch)).folder, user, settings)
  }

  /** Begins to start the server on a port of 127.0.0.1. */
  launch(port: number): ChildProcess {
    const settings = Object.entries({ ...this.settings, port }).flatMap(([name, value]) => ["-c", `${name}=${value}`])
    const log = openSync(join(this.folders.scratch, "log"), "a")
    try {
      // In a session of its own: Ctrl-C is for the tests, who then end it.
      return spawn(join(this.binaries, "postgres"), ["-D", this.folders.data, ...settings], {
        ...{ ...this.user, cwd: this.folders.data, env: {}, detached: true },
        stdio: ["ignore", log, log]
      })
    } finally {
      closeSync(log)
    }
  }

  /** Waits until a launched server takes connections; fails with its log when it ends instead. */
  async takesConnections(server: ChildProcess): Promise<void> {
    const deadline = Date.now() + READY_WITHIN_MS
    while (!this.#isReady(server)) {
      if (server.exitCode !== null || server.signalCode !== null) throw this.#failure("PostgreSQL did not start")
      if (Date.now() > deadline) throw this.#failure(`PostgreSQL was not ready in ${READY_WITHIN_MS} ms`)
      await delay(10)
    }
  }

  #isReady({ pid }: ChildProcess): boolean {
    try {
      // A crash leaves this file behind: only with the server's own process number it is the server's.
      const lines = readFileSync(join(this.folders.data, "postmaster.pid"), "utf8").split("\n")
      return Number(lines[0]) === pid && lines[7]?.trim() === "ready"
    } catch {
      return false
    }
  }

  #failure(what: string): Error {
    return new Error(`${what}:\n${readFileSync(join(this.folders.scratch, "log"), "utf8").slice(-5_000)}`)
  }
}
