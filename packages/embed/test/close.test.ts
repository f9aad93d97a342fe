import { execFile } from "node:child_process"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { asUser, type Boardwright, type BoardwrightOptions, mailerOf, toNodeHandler } from "@boardwright/embed"
import { describe, expect, it } from "vitest"
import { ada, apiRequest, givenFollowedTask, givenHub, PASSWORD, plainHasher, isSettled } from "./hubs.js"
import { serve } from "./serve.js"

const ADA = { name: "Ada", email: "ada@example.com", password: PASSWORD }

/** A hasher that waits until it is let go, and says when it is asked. */
const givenSlowHasher = () => {
  let letGo = () => {}
  let hashes = () => {}
  const released = new Promise<void>((resolve) => (letGo = resolve))
  const asked = new Promise<void>((resolve) => (hashes = resolve))
  const hash = async (password: string) => {
    hashes()
    await released
    return plainHasher.hash(password)
  }
  return { hasher: { ...plainHasher, hash }, asked, letGo }
}

const signUpOver: Record<string, (hub: Boardwright) => Promise<unknown>> = {
  "a call": async (hub) => {
    expect(await hub.accounts.signUp(ADA)).toEqual({ invitation: null })
  },
  "a request of fetch": async (hub) => {
    const answer = await hub.fetch(apiRequest("POST", "/api/auth/signup", { body: ADA }))
    expect(answer.status).toBe(201)
  },
  "a request of node:http": async (hub) => {
    const server = await serve(toNodeHandler(hub))
    const headers = { "content-type": "application/json" }
    const answer = await fetch(`${server.url}/api/auth/signup`, { method: "POST", headers, body: JSON.stringify(ADA) })
    expect(answer.status).toBe(201)
    expect(answer.headers.get("connection")).toBe("close")
  }
}

describe("close", () => {
  it.each(Object.entries(signUpOver))("waits for %s in flight", async (_, signUp) => {
    const { asked, hasher, letGo } = givenSlowHasher()
    const { hub } = await givenHub({ passwordHasher: hasher })
    const signingUp = signUp(hub)
    await asked
    const closing = hub.close()
    expect(await isSettled(closing)).toBe(false)
    await expect(hub.workspaces.list(asUser("ada"))).rejects.toMatchObject({ code: "Closed" })
    letGo()
    await closing
    await expect(signingUp).resolves.toBeUndefined()
  })

  it.each(["fetch", "node:http"])("ends the streams of %s at once, and says when to connect again", async (face) => {
    const { hub } = await givenHub({ authenticate: () => asUser("ada") })
    const { url } = face === "fetch" ? { url: "http://host.example" } : await serve(toNodeHandler(hub))
    const request = new Request(`${url}/api/changes/stream?since=now`)
    const answer = await (face === "fetch" ? hub.fetch(request) : fetch(request))
    expect(answer.status).toBe(200)
    const text = answer.text()
    const workspace = await hub.workspaces.create(asUser("ada"), { name: "Garden" })
    const sent = await hub.fetch(new Request("http://host.example/api/changes/stream"))
    const started = performance.now()
    await hub.close()
    expect(performance.now() - started).toBeLessThan(2000)
    expect(await text).toMatch(/^retry: \d+\n\n[^]*\n\nretry: \d+\n\n$/)
    expect(await sent.text()).toContain(`"subjectId":"${workspace.id}"`)
  })

  it.each(["fetch", "node:http"])("waits for a file of %s that begins while it closes", async (face) => {
    let close = () => {}
    const { hub } = await givenHub({
      authenticate: () => (close(), ada),
      // The body that fetch returns begins after this.
      onResponse: () => new Promise((resolve) => setImmediate(resolve))
    })
    close = () => void hub.close()
    const { board } = await givenFollowedTask(hub)
    const { url } = face === "fetch" ? { url: "http://host.example" } : await serve(toNodeHandler(hub))
    const request = new Request(`${url}/api/boards/${board.id}/export?format=csv`)
    const file = await (face === "fetch" ? hub.fetch(request) : fetch(request))
    expect(await file.text()).toContain("Dig")
    await hub.close()
  })

  it.each<readonly [string, RequestInit]>([
    ["whose client has left", { signal: AbortSignal.abort() }],
    ["requested by HEAD", { method: "HEAD" }]
  ])("does not wait for a file %s", async (_, init) => {
    const { hub } = await givenHub({ authenticate: () => ada })
    const { board } = await givenFollowedTask(hub)
    const file = await hub.fetch(new Request(`http://host.example/api/boards/${board.id}/export`, init))
    expect(file.status).toBe(200)
    const started = performance.now()
    await hub.close()
    expect(performance.now() - started).toBeLessThan(2000)
  })

  it.each<readonly [string, (close: () => void) => Partial<BoardwrightOptions>]>([
    ["that is being served", (close) => ({ authenticate: () => (close(), asUser("ada")) })],
    [
      "that has been served, and is answered with others",
      (close) => ({ authenticate: () => (setImmediate(close), asUser("ada")) })
    ]
  ])("waits for the response to a request %s", async (_, options) => {
    const { hub } = await givenHub(options(() => void hub.close().then(closed)))
    let closed = () => {}
    const handler = toNodeHandler(hub)
    const server = await serve((request, response) => {
      // What a host does that ends with its hub.
      closed = () => void request.socket.end()
      handler(request, response)
    })
    expect((await fetch(`${server.url}/api/workspaces`)).status).toBe(200)
  })

  it("waits for the mail that is being sent", async () => {
    let delivered = () => {}
    let sending = () => {}
    const isSending = new Promise<void>((resolve) => (sending = resolve))
    const mailer = mailerOf(async () => {
      sending()
      await new Promise<void>((resolve) => (delivered = resolve))
    })
    const { hub } = await givenHub({ mailer })
    await hub.accounts.signUp(ADA)
    await isSending
    const closing = hub.close()
    expect(await isSettled(closing)).toBe(false)
    delivered()
    await closing
  })

  it("can be repeated, and called by await using", async () => {
    const { hub } = await givenHub()
    await Promise.all([hub.close(), hub.close(), hub[Symbol.asyncDispose]()])
    await expect(hub.close()).resolves.toBeUndefined()
  })

  it("later calls fail with Closed, later requests get a 503", async () => {
    const { hub } = await givenHub()
    await hub.close()
    await expect(hub.accounts.signUp(ADA)).rejects.toMatchObject({
      name: "BoardwrightError",
      code: "Closed",
      details: {}
    })
    expect(() => hub.on("task.created", () => undefined)).toThrow(expect.objectContaining({ code: "Closed" }))
    const answer = await hub.fetch(apiRequest("GET", "/api/health"))
    expect(answer.status).toBe(503)
    expect(answer.headers.get("retry-after")).toBe("1")
    const body = { error: "Service unavailable", code: "Closed", message: "This Boardwright is closed", details: [] }
    expect(await answer.json()).toEqual(body)
    const server = await serve(toNodeHandler(hub))
    const overNode = await fetch(`${server.url}/api/health`)
    expect([overNode.status, await overNode.json()]).toEqual([503, body])
  })

  it("nothing keeps the process alive afterwards", async () => {
    const folder = await mkdtemp(join(tmpdir(), "boardwright-embed-"))
    const script = `
      import { asUser, createBoardwright, mailFolder, sqlite } from "@boardwright/embed"
      const hub = await createBoardwright({
        storage: sqlite(${JSON.stringify(join(folder, "tasks.db"))}),
        mailer: mailFolder(${JSON.stringify(folder)}),
        jwtSecret: "x".repeat(32)
      })
      await hub.accounts.signUp(${JSON.stringify(ADA)})
      await hub.workspaces.create(asUser("ada"), { name: "W" })
      await hub.close()
      console.log(process.getActiveResourcesInfo().filter((name) => name !== "PipeWrap" && name !== "TTYWrap").join())
    `
    const parameters = ["--input-type=module", "--eval", script]
    const { stderr, stdout } = await promisify(execFile)(process.execPath, parameters, { timeout: 15_000 })
    await rm(folder, { recursive: true })
    expect({ stderr, stdout }).toEqual({ stderr: "", stdout: "\n" })
  })
})
