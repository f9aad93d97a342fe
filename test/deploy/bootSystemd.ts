import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { program } from "../faults/tools.js"
import { ROOT } from "../packages/run.js"

/** Where the checkout is in what boots. */
export const CHECKOUT = "/boot-checkout"

const CHECK = `[Unit]
Requires=basic.target
After=basic.target
SuccessAction=exit
FailureAction=exit
[Service]
Type=oneshot
ExecStart=/bin/bash -e /boot-check/script
StandardOutput=file:/boot-check/stdout
StandardError=file:/boot-check/stderr
TimeoutStartSec=180
`

// $1 is the folder. The machine's own files are below, and what is written is in memory.
const BOOT = `set -e
mount -t tmpfs tmpfs "$1/layer"
mkdir "$1/layer/upper" "$1/layer/work" "$1/layer/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$1/layer/upper,workdir=$1/layer/work" "$1/layer/root"
shift
exec "$@"`

/**
 * Boots systemd on a copy of this machine that is forgotten afterwards, with a network of its own and these files in
 * `/boot-check`, runs a script there as root, and returns what it printed. It takes root.
 */
export const bootSystemd = async (
  folder: string,
  script: string,
  files: Readonly<Record<string, string>>
): Promise<string> => {
  for (const name of ["layer", "check"]) mkdirSync(join(folder, name), { recursive: true })
  for (const [name, text] of Object.entries({ ...files, script })) writeFileSync(join(folder, "check", name), text)
  writeFileSync(join(folder, "check/check.service"), CHECK)
  const binds = [
    `--bind=${folder}/check:/boot-check`,
    // Wherever the checkout is, also where systemd mounts something of its own.
    `--bind-ro=${ROOT}:${CHECKOUT}`,
    `--bind-ro=${folder}/check/check.service:/etc/systemd/system/check.service`,
    ...(process.execPath === "/usr/bin/node" ? [] : [`--bind-ro=${process.execPath}:/usr/bin/node`])
  ]
  const nspawn = [
    program("systemd-nspawn", "systemd-container"),
    ...["--quiet", "--register=no", "--keep-unit", "--private-network", "--console=pipe"],
    ...[`--directory=${folder}/layer/root`, ...binds, "--boot", "--", "--unit=check.service"]
  ]
  const mounts = ["--mount", "--propagation", "private", "--kill-child", "--fork"]
  const boot = [...mounts, "/bin/sh", "-c", BOOT, "sh", folder, ...nspawn]
  const child = spawn(program("unshare", "util-linux"), boot, { stdio: ["ignore", "pipe", "pipe"] })
  let said = ""
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (said += text))
  const [code] = await once(child, "close")
  const outputOf = (name: string) => readFileSync(join(folder, "check", name), "utf8")
  if (code !== 0)
    throw new Error(`booting ended with ${String(code)}\n${said}\n${outputOf("stdout")}\n${outputOf("stderr")}`)
  return outputOf("stdout")
}
