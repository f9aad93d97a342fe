import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { program } from "../faults/tools.js"
import type { Built } from "./buildImage.js"

/** A process started as a container's first: in namespaces of its own, with the image as its read-only root. */
export interface Container {
  readonly output: () => string
  /** Sends the first process a signal, as `docker stop` does. */
  readonly kill: (signal: NodeJS.Signals) => void
  /** The exit code. */
  readonly ended: Promise<number | null>
}

/** How containers of an image are run. */
export interface Run {
  readonly image: Built
  /** The base image's `/usr/local`. */
  readonly prefix: string
  readonly user: string
  /** The host's folder that is mounted as the volume, and where. */
  readonly volume: readonly [source: string, target: string]
}

// What the base image would have: programs, libraries and devices are this machine's.
const HOSTS = ["usr", "bin", "lib", "lib64", "dev"]

// $1 root, $2 prefix, $3 source and $4 target of the volume, $5 uid, $6 gid, $7 workdir; then variables and command.
const SCRIPT = `set -e
mount --make-rprivate /
mount --bind "$1" "$1"
for name in ${HOSTS.join(" ")}; do if [ -e /$name ]; then mount --rbind /$name "$1/$name"; fi; done
mount --bind "$2" "$1/usr/local"
mount -t proc proc "$1/proc"
mount --bind "$3" "$1$4"
mount -o remount,bind,ro "$1"
mount -o remount,bind,ro "$1/usr/local"
root=$1 uid=$5 gid=$6 workdir=$7
shift 7
exec chroot "$root" setpriv --reuid "$uid" --regid "$gid" --clear-groups --no-new-privs --bounding-set=-all \\
  --inh-caps=-all env -i -C "$workdir" "$@"`

const firstProcess = ({ pid }: ChildProcess): number => {
  const children = readFileSync(`/proc/${String(pid)}/task/${String(pid)}/children`, "utf8")
  if (children.trim() === "") throw new Error("the container has ended")
  return Number(children)
}

/** Runs a command of an image, as its Dockerfile says, with these variables added. It takes root. */
export const runContainer = (
  { image, prefix, user, volume }: Run,
  command: ReadonlyArray<string>,
  variables: Readonly<Record<string, string>> = {}
): Container => {
  if (process.getuid?.() !== 0)
    throw new Error("this suite makes namespaces and mounts: run it as root with CAP_SYS_ADMIN")
  for (const name of [...HOSTS, "proc"]) mkdirSync(join(image.folder, name), { recursive: true })
  const environment = { PATH: "/usr/local/bin:/usr/bin:/bin", ...image.environment, ...variables }
  const assignments = Object.entries(environment).map(([name, value]) => `${name}=${value}`)
  const parameters = [image.folder, prefix, ...volume, ...user.split(":"), image.workdir, ...assignments, ...command]
  const namespaces = ["--mount", "--pid", "--ipc", "--uts", "--fork", "--kill-child"]
  const child = spawn(program("unshare", "util-linux"), [...namespaces, "/bin/sh", "-c", SCRIPT, "sh", ...parameters], {
    stdio: ["ignore", "pipe", "pipe"]
  })
  let output = ""
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (output += text))
  return {
    output: () => output,
    kill: (signal) => process.kill(firstProcess(child), signal),
    ended: once(child, "close").then(([code]: Array<unknown>) => (typeof code === "number" ? code : null))
  }
}
