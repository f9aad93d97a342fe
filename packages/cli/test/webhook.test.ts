import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { LAUNCHER, runCommand } from "../../../test/support/childServer.js"
import { Receiver } from "../../../test/support/Receiver.js"
import { onTerminal } from "../../../test/support/pseudoTerminal.js"
import { get, post } from "../../../test/support/standalone.js"
import { DATABASES, places } from "./userRuns.js"

const place = places()

let status = 204
const receiver = new Receiver(({ type }) => type)
receiver.respond = (response) => response.writeHead(status).end()
let url = ""
beforeAll(async () => {
  url = `${await receiver.listen()}/hook`
})
afterAll(() => receiver.close())

const SETTINGS = { WEBHOOK_ALLOWED_HOSTS: "127.0.0.1", SECRETS_KEY: "ab".repeat(32) }

describe.each(DATABASES)("webhook on %s", (_, database) => {
  it("creates, tests, disables, enables and deletes one beside a running server", async () => {
    const { environment, run, startWithAda } = await place(async () => ({ ...(await database()), ...SETTINGS }))
    const { headers, server, token } = await startWithAda()
    const { body: home } = await post(server, "/api/workspaces", { name: "Garden" }, headers)
    const at = ["--workspace", home.workspace.id]

    const wrong = await run(["webhook", "create", ...at, "--url", "http://example.com", "--as", "ada@example.com"])
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining("--url must begin with https://")])
    expect(wrong.stderr).toContain("; http:// is for hosts in the server's WEBHOOK_ALLOWED_HOSTS (see")
    const create = ["webhook", "create", ...at, "--url", url, "--as", "ada@example.com", "--type"]
    const misspelt = await run([...create, "task.creatd"])
    expect([misspelt.code, misspelt.stderr]).toEqual([
      2,
      expect.stringContaining('--type: no change is of the type "task.creatd"; did you mean "task.created"')
    ])
    const nowhere = await run(["webhook", "list"])
    expect([nowhere.code, nowhere.stderr]).toEqual([2, expect.stringContaining("--board or --workspace is missing")])
    const both = await run(["webhook", "list", ...at, "--board", "Spring"])
    expect([both.code, both.stderr]).toEqual([2, expect.stringContaining("--board and --workspace: give one of them")])
    const { secret, webhook } = JSON.parse((await run([...create, "task.created", "--json"])).stdout)
    expect(secret).toMatch(/^whsec_/)
    expect((await get(server, `/api/webhooks/${webhook.id}`, token)).body).toEqual(webhook)
    expect((await run(["webhook", "list", ...at])).stdout).toBe(`${url}\tactive\ttask.created\t\t${webhook.id}\n`)

    const words = [process.execPath, LAUNCHER, ...create, "task.created"]
    const unshown = onTerminal(words, environment, { redirections: ">/dev/full" })
    expect([await unshown.ended, unshown.text()]).toEqual([
      1,
      "the secret could not be written, so the webhook is deleted\nboardwright: standard output cannot be written: ENOSPC\n"
    ])
    expect((await run(["webhook", "list", ...at])).stdout).toBe(`${url}\tactive\ttask.created\t\t${webhook.id}\n`)

    status = 204
    const received = await run(["webhook", "test", webhook.id])
    expect([received.code, received.stderr]).toEqual([0, "the receiver answered 204\n"])
    status = 500
    const refused = await run(["webhook", "test", webhook.id])
    expect([refused.code, refused.stderr]).toEqual([1, "boardwright: the receiver answered 500\n"])
    expect((await run(["webhook", "deliveries", webhook.id, "--status", "failed"])).stdout).toBe("")

    const disabled = await run(["webhook", "disable", webhook.id, "--json"])
    expect(JSON.parse(disabled.stdout)).toMatchObject({ status: "disabled", disabledReason: "manager" })
    expect(JSON.parse((await run(["webhook", "enable", webhook.id, "--json"])).stdout).status).toBe("active")
    expect((await run(["webhook", "delete", webhook.id, "--json"])).stdout).toBe(`{"id":"${webhook.id}"}\n`)
    const missing = await run(["webhook", "delete", webhook.id])
    expect([missing.code, missing.stderr]).toEqual([4, `boardwright: Webhook "${webhook.id}" does not exist\n`])
  })

  it("encrypts the secrets by a new key, so that the old one is no longer needed", async () => {
    const [old, renewed] = [SETTINGS.SECRETS_KEY, "cd".repeat(32)]
    const { environment, run } = await place(async () => ({ ...(await database()), ...SETTINGS }))
    const withKey = async (key: string, ...words: ReadonlyArray<string>) => {
      const child = runCommand(["webhook", ...words], { ...environment, SECRETS_KEY: key })
      return [await child.ended, child.stdout(), child.stderr()]
    }
    const { boards, owner } = JSON.parse((await run(["seed", "--boards", "1", "--tasks", "0", "--json"])).stdout)
    const create = ["webhook", "create", "--board", boards[0], "--url", url, "--as", owner.email, "--json"]
    const { id } = JSON.parse((await run(create)).stdout).webhook

    const counts = (reencrypted: number, unchanged: number, undecryptable: number) =>
      `reencrypted\t${reencrypted}\nunchanged\t${unchanged}\nundecryptable\t${undecryptable}\n`
    const done = "only the first key of SECRETS_KEY is needed now\n"
    const lost = `no key of SECRETS_KEY decrypts the secret of webhook ${id}\nboardwright: secrets not decrypted: 1\n`
    expect(await withKey(renewed, "reencrypt")).toEqual([1, counts(0, 0, 1), lost])
    const why = "No configured key decrypts the webhook's secret: rotate the secret, or configure its key"
    expect(await withKey(renewed, "test", id)).toEqual([78, "", `boardwright: ${why}\n`])
    expect(await withKey(`${renewed},${old}`, "reencrypt")).toEqual([0, counts(1, 0, 0), done])
    expect(await withKey(`${renewed},${old}`, "reencrypt")).toEqual([0, counts(0, 1, 0), done])
    status = 204
    expect(await withKey(renewed, "test", id)).toEqual([0, "", "the receiver answered 204\n"])
    const result = `{"reencrypted":0,"unchanged":0,"undecryptable":["${id}"]}\n`
    expect(await withKey(old, "reencrypt", "--json")).toEqual([1, result, lost])
  })
})
