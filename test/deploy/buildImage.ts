import { execFileSync } from "node:child_process"
import { chownSync, cpSync, mkdirSync, readdirSync, statSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { succeed } from "../packages/run.js"
import { type Instruction, pairsOf, type Stage } from "./readDockerfile.js"

/** A stage's files below a folder that stands for its `/`, and how a process in it is started. */
export interface Built {
  readonly folder: string
  readonly environment: Readonly<Record<string, string>>
  readonly workdir: string
}

/** What stands in for things that are not here. */
export interface StandIn {
  /** The base images' `/usr/local`: node of their version, and its headers. */
  readonly prefix: string
  /** Our repository, and which of its files are sent. */
  readonly context: { readonly root: string; readonly files: ReadonlyArray<string> }
}

// As builders do: what is in a folder keeps its mode, the folder itself does not.
const copyFrom = (source: string, target: string, files?: ReadonlyArray<string>): void => {
  mkdirSync(target, { recursive: true })
  if (files === undefined) {
    const entries = readdirSync(source).map((name) => join(source, name))
    execFileSync("cp", ["--recursive", "--no-dereference", "--preserve=mode", ...entries, target])
    return
  }
  for (const file of files) {
    mkdirSync(dirname(join(target, file)), { recursive: true })
    cpSync(join(source, file), join(target, file))
  }
}

const giveTo = (path: string, owner: string): void => {
  const [uid, gid] = owner.split(":").map(Number) as [number, number]
  chownSync(path, uid, gid)
  if (statSync(path).isDirectory()) for (const name of readdirSync(path)) giveTo(join(path, name), owner)
}

const shell = async (command: string, cwd: string, { environment }: Built, { prefix }: StandIn): Promise<void> => {
  // Everything lies below a folder, where only relative paths lead; an absolute one would be the machine's own.
  if (/(^|[\s=])\/\w/.test(command)) throw new Error(`RUN with an absolute path cannot be run here: ${command}`)
  const variables = { ...environment, PATH: `/usr/local/bin:${process.env["PATH"]}` }
  const assignments = Object.entries(variables).map(
    ([name, value]) => `${name}=${value.replace(/^\/usr\/local/, prefix)}`
  )
  await succeed(cwd, "env", ...assignments, "/bin/sh", "-c", command)
}

const carryOut = async (
  { flags, keyword, value }: Instruction,
  built: Built,
  others: ReadonlyMap<string, Built>,
  standIn: StandIn
): Promise<Built> => {
  const inside = (path: string) => join(built.folder, resolve(built.workdir, path))
  if (keyword === "WORKDIR") {
    mkdirSync(inside(value), { recursive: true })
    return { ...built, workdir: resolve(built.workdir, value) }
  }
  if (keyword === "ENV")
    return { ...built, environment: { ...built.environment, ...Object.fromEntries(pairsOf(value)) } }
  if (keyword === "RUN") await shell(value, inside("."), built, standIn)
  if (keyword === "COPY") {
    const [source = "", target = ""] = value.split(" ")
    const from = flags.get("from")
    if (from === undefined) copyFrom(standIn.context.root, inside(target), standIn.context.files)
    else copyFrom(join(others.get(from)?.folder ?? "", source), inside(target))
    const owner = flags.get("chown")
    if (owner !== undefined && process.getuid?.() === 0) {
      for (const name of readdirSync(join(others.get(from ?? "")?.folder ?? "", source)))
        giveTo(join(inside(target), name), owner)
    }
  }
  return built
}

/** Does what a Dockerfile's stages say, each in a folder of its own below `folder`; the last stage. */
export const buildImage = async (stages: ReadonlyArray<Stage>, folder: string, standIn: StandIn): Promise<Built> => {
  const done = new Map<string, Built>()
  let last: Built | undefined
  for (const [index, { instructions, name }] of stages.entries()) {
    let built: Built = { folder: join(folder, name ?? `stage-${index}`), environment: {}, workdir: "/" }
    mkdirSync(built.folder, { mode: 0o755 })
    for (const instruction of instructions) built = await carryOut(instruction, built, done, standIn)
    if (name !== null) done.set(name, built)
    last = built
  }
  if (last === undefined) throw new Error("no stage")
  return last
}
