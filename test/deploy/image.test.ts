import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import { print } from "../faults/Load.js"
import { ROOT, succeed } from "../packages/run.js"
import { get, open, mailedLink, type Person, post } from "../support/standalone.js"
import { type Built, buildImage } from "./buildImage.js"
import { type Container, type Run, runContainer } from "./container.js"
import { dockerContext } from "./dockerContext.js"
import { freePort } from "../support/freePort.js"
import { readDockerfile, valuesOf } from "./readDockerfile.js"

const stages = readDockerfile(join(ROOT, "deploy/Dockerfile"))
const last = stages.at(-1)!
const folder = mkdtempSync(join(tmpdir(), "boardwright-image-"))
const running = new Set<Container>()
let image: Built
let containers: Run

// npm has the same node that the base image is tagged by, with its headers.
const nodeOf = async (version: string): Promise<string> => {
  const name = `node-${process.platform}-${process.arch}`
  const flags = ["--no-audit", "--no-fund", "--no-save", "--prefix", folder]
  await succeed(folder, "npm", "install", ...flags, `${name}@${version}`)
  return join(folder, "node_modules", name)
}

const commandOf = (keyword: string): ReadonlyArray<string> => {
  const value = valuesOf(last, keyword)[0]?.replace(/^CMD /, "") ?? "null"
  return JSON.parse(value)
}

const start = async () => {
  const port = await freePort()
  const container = runContainer(containers, [...commandOf("ENTRYPOINT"), ...commandOf("CMD")], { PORT: String(port) })
  running.add(container)
  void container.ended.then(() => running.delete(container))
  const server = { ...container, url: `http://127.0.0.1:${port}`, dataDir: join(folder, "volume"), port }
  const answers = async () => {
    const { status } = await fetch(`${server.url}/api/health`)
    if (status !== 200) throw new Error(`health is ${status}`)
  }
  await Promise.race([
    vi.waitFor(answers, { timeout: 30_000 }),
    container.ended.then((code) => Promise.reject(new Error(`ended with ${code}\n${container.output()}`)))
  ])
  return server
}

const signIn = async (server: { readonly url: string }, person: Person): Promise<string> =>
  String((await post(server, "/api/auth/signin", person)).body.token)

/** The status of each address that the pages lead to or are made of, beginning with the first. */
const everythingLinked = async (url: string): Promise<ReadonlyMap<string, number>> => {
  const found = new Map<string, number>()
  const open = ["/"]
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (found.has(path)) continue
    const response = await fetch(url + path)
    found.set(path, response.status)
    const text = await response.text()
    if (!response.headers.get("content-type")?.startsWith("text/html")) continue
    open.push(...[...text.matchAll(/(?:href|src)="(\/[^"#?]*)/g)].map(([, target = ""]) => target))
  }
  return found
}

const filesIn = (path: string): ReadonlyArray<string> =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(path.length + 1))

beforeAll(async () => {
  const [version = ""] = /\d+\.\d+\.\d+/.exec(last.base) ?? []
  const prefix = await nodeOf(version)
  const began = performance.now()
  image = await buildImage(stages, folder, { prefix, context: { root: ROOT, files: dockerContext(ROOT) } })
  print(`the stages took ${((performance.now() - began) / 1000).toFixed(0)} s`)
  containers = { image, prefix, user: valuesOf(last, "USER")[0] ?? "", volume: [join(folder, "volume"), "/data"] }
  await succeed(folder, "cp", "--archive", join(image.folder, "data"), "volume")
}, 900_000)

afterAll(async () => {
  for (const container of running) container.kill("SIGKILL")
  await Promise.all([...running].map(({ ended }) => ended))
  rmSync(folder, { recursive: true, force: true })
})

describe("the image", { timeout: 60_000 }, () => {
  test("what the build leaves is the bundle and how to open its database, and tells nothing of where it was built", () => {
    const app = join(image.folder, "app")
    const files = filesIn(app)
    const others = files.filter((file) => !/^(bin|dist\/bundle)\//.test(file))
    const driver = ["dist/driver.js", "dist/nodeDriver.js", "package.json"]
    const modules = driver.map((file) => `node_modules/@boardwright/sqlite/${file}`)
    expect(others.toSorted()).toEqual(["LICENSE", ...modules, "package.json"])
    const texts = files.filter((file) => /\.(js|json)$/.test(file))
    const telling = texts.filter((file) =>
      /sourceMappingURL|boardwright-image-|\/root\//.test(readFileSync(join(app, file), "utf8"))
    )
    expect(telling).toEqual([])
    expect(files.filter((file) => file.endsWith(".map") || file.endsWith(".ts"))).toEqual([])
    const bytes = files.reduce((sum, file) => sum + statSync(join(app, file)).size, 0)
    print(`${files.length} files, ${(bytes / 1e6).toFixed(1)} MB`)
    // 0.45 MB are for agents: the library of their protocol, and what checks schemas, which the first agent loads. The files
    // of the board are 0.34 MB, and the thread of long reads on SQLite is a bundle of its own, 0.31 MB.
    expect(bytes).toBeLessThan(5.3e6)
  })

  test("the volume is its user's alone, and nothing else is its user's", () => {
    expect(statSync(join(image.folder, "data"))).toMatchObject({ uid: 10_001, gid: 10_001 })
    expect(statSync(join(image.folder, "data")).mode & 0o777).toBe(0o700)
    const owned = filesIn(join(image.folder, "app")).filter(
      (file) => statSync(join(image.folder, "app", file)).uid === 10_001
    )
    expect(owned).toEqual([])
  })

  test("the health check of a container in which nobody listens fails, and nothing but the volume can be written", async () => {
    const sick = runContainer(containers, commandOf("HEALTHCHECK"), { PORT: String(await freePort()) })
    expect([await sick.ended, sick.output()]).toEqual([1, ""])
    const writing = "require('node:fs').writeFileSync('/app/x', '')"
    const writer = runContainer(containers, ["node", "-e", writing])
    expect([await writer.ended, writer.output()]).toEqual([1, expect.stringContaining("EROFS")])
  })

  test("it serves with a read-only root and no rights, is healthy, and keeps everything over a restart", async () => {
    const first = await start()
    const healthy = runContainer(containers, commandOf("HEALTHCHECK"), { PORT: String(first.port) })
    expect([await healthy.ended, healthy.output()]).toEqual([0, ""])
    const linked = await everythingLinked(first.url)
    expect([...linked].filter(([, status]) => status !== 200)).toEqual([])
    expect([...linked.keys()]).toEqual(expect.arrayContaining(["/docs", "/signup", "/api/openapi.json"]))
    const ada = { email: "ada@example.com", password: "correct horse" }
    expect((await post(first, "/api/auth/signup", { name: "Ada", ...ada })).status).toBe(201)
    expect((await open((await mailedLink(first, ada.email)).replace("localhost", "127.0.0.1")))[0]).toBe(302)
    const token = await signIn(first, ada)
    expect(
      (await post(first, "/api/workspaces", { name: "Garden" }, { authorization: `Bearer ${token}` })).status
    ).toBe(201)
    first.kill("SIGTERM")
    expect(await first.ended).toBe(0)

    const second = await start()
    const { body } = await get(second, "/api/workspaces", token)
    expect(body.workspaces).toMatchObject([{ name: "Garden" }])
    expect(await signIn(second, ada)).toMatch(/^ey/)
    second.kill("SIGTERM")
    expect(await second.ended).toBe(0)
  })
})
