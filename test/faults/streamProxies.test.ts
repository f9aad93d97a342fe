import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { openStream } from "../support/eventStream.js"
import { freePort } from "../support/freePort.js"
import { newPerson, post, signIn, type Standalone, standaloneServers, UNLIMITED } from "../support/standalone.js"
import { program } from "./tools.js"

const servers = standaloneServers()
let server: Standalone
let token = ""
const proxies: Array<ChildProcess> = []

beforeAll(async () => {
  server = await servers.start("behind", UNLIMITED)
  token = await signIn(server, await newPerson(server, "ada"))
})
afterAll(async () => {
  for (const proxy of proxies) {
    const ended = once(proxy, "exit")
    if (proxy.exitCode === null && proxy.kill("SIGKILL")) await ended
  }
})

/** The arguments of a proxy that compresses whatever it can, with its configuration in a folder. */
const PROXIES = {
  nginx: (folder: string, port: number) => {
    const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((each) => `${each}_temp_path ${folder};`)
    writeFileSync(
      join(folder, "nginx.conf"),
      `daemon off; master_process off; pid ${folder}/pid; error_log stderr;
      events {}
      http {
        ${temporary.join(" ")} access_log off;
        gzip on; gzip_types *; gzip_min_length 1; gzip_proxied any;
        server { listen 127.0.0.1:${port}; location / { proxy_pass ${server.url}; } }
      }`
    )
    return ["-p", folder, "-c", join(folder, "nginx.conf"), "-e", "stderr"]
  },
  caddy: (folder: string, port: number) => {
    const upstream = new URL(server.url).host
    writeFileSync(
      join(folder, "Caddyfile"),
      `{
        admin off
        auto_https off
      }
      http://127.0.0.1:${port} {
        encode {
          gzip
          minimum_length 1
        }
        reverse_proxy ${upstream}
      }`
    )
    return ["run", "--config", join(folder, "Caddyfile"), "--adapter", "caddyfile"]
  }
}

const start = async (name: keyof typeof PROXIES): Promise<string> => {
  const [folder, port] = [join(servers.directory, name), await freePort()]
  mkdirSync(folder)
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  proxies.push(spawn(program(name), PROXIES[name](folder, port), { env, stdio: "inherit" }))
  const url = `http://127.0.0.1:${port}`
  await vi.waitFor(async () => expect((await fetch(`${url}/api/health`)).status).toBe(200), { timeout: 20_000 })
  return url
}

describe.each(["nginx", "caddy"] as const)("through %s, which compresses", (name) => {
  it("each change arrives when it is sent", async () => {
    const url = await start(name)
    const list = await fetch(`${url}/api/workspaces`, { headers: { authorization: `Bearer ${token}` } })
    expect(list.headers.get("content-encoding")).toBe("gzip")
    const stream = await openStream({ url, token })
    expect(stream.response.status).toBe(200)
    await vi.waitFor(() => expect(stream.retries).toHaveLength(1))
    for (const each of ["a", "b", "c"]) {
      await post(server, "/api/workspaces", { name: each }, { authorization: `Bearer ${token}` })
      expect((await stream.next()).change).toMatchObject({ fields: { name: { to: each } } })
    }
    stream.close()
  })
})
