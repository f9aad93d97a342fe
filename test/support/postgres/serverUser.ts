import { readFileSync } from "node:fs"

/** Whom a process is to run as, in the form `spawn` takes it; empty: as who we are. */
export interface ServerUser {
  readonly uid?: number
  readonly gid?: number
}

/** PostgreSQL refuses to run as root, who lends it the user `postgres`, or `nobody` where there is none. */
export const serverUser = (): ServerUser => {
  if (process.getuid?.() !== 0) return {}
  const users = readFileSync("/etc/passwd", "utf8").split("\n")
  for (const name of ["postgres", "nobody"]) {
    const [, , uid, gid] = users.find((line) => line.startsWith(`${name}:`))?.split(":") ?? []
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Error("PostgreSQL does not run as root, and /etc/passwd has neither the user postgres nor nobody")
}
