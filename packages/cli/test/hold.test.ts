import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { openSqlite } from "@boardwright/sqlite/driver"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { Receiver } from "../../../test/support/Receiver.js"
import { post } from "../../../test/support/standalone.js"
import { dumpOf, rowsOf, succeed } from "./dumps.js"
import { DATABASES, type Place, places } from "./userRuns.js"

vi.setConfig({ testTimeout: 120_000 })

const place = places()

const receiver = new Receiver((_, headers) => String(headers["webhook-id"]))
const { received } = receiver
let url = ""
beforeAll(async () => {
  url = `${await receiver.listen()}/hook`
})
afterAll(() => receiver.close())

const SETTINGS = { WEBHOOK_ALLOWED_HOSTS: "127.0.0.1", SECRETS_KEY: "ab".repeat(32) }
const ADA = { name: "Ada", email: "ada@example.com", password: "correct horse battery" }

const mailsOf = ({ environment }: Place): ReadonlyArray<string> => {
  const outbox = join(environment["DATA_DIR"] ?? "", "outbox")
  return existsSync(outbox) ? readdirSync(outbox).filter((name) => name.endsWith(".eml")) : []
}

/** A stopped place with a mail and a notification that are not sent, and changes that are not delivered, and a dump of it. */
const given = async () => {
  const at = await place(async () => SETTINGS)
  await at.user(ADA.email, ADA.password)
  const server = await at.start()
  const { body: session } = await post(server, "/api/auth/signin", { email: ADA.email, password: ADA.password })
  const headers = { authorization: `Bearer ${session.token}` }
  const { body } = await post(server, "/api/workspaces", { name: "Garden" }, headers)
  const { body: made } = await post(server, "/api/boards", { name: "Fence", workspaceId: body.workspace.id }, headers)
  await post(server, "/api/tasks", { name: "Paint", boardId: made.board.id, assignees: [session.user.id] }, headers)
  const create = ["webhook", "create", "--workspace", body.workspace.id, "--url", url, "--as", ADA.email, "--json"]
  await server.stop()
  await succeed(at, ...create)
  const db = openSqlite(join(at.environment["DATA_DIR"] ?? "", "boardwright.db"))
  db.exec(`insert into boardwright_account (id, name, email, normalized_email, avatar, password_hash, has_completed_onboarding,
      onboarding_data, token_version, created_at)
      select 'bob', 'Bob', 'bob@example.com', 'bob@example.com', avatar, password_hash, 0, '{}', 0, created_at
      from boardwright_account;
    insert into boardwright_mail_job values ('mail', 'verification', 'bob@example.com', '2026-11-01T00:00:00.000Z', 0,
      '2026-11-01T00:00:00.000Z', '2026-11-01T00:00:45.000Z', null);
    insert into boardwright_notification (id, user_id, kind, board_id, task_id, tasks, created_at)
      select 'assigned', user_id, 'assigned', board_id, id, 1, created_at
      from boardwright_task join boardwright_task_assignee on task_id = id;
    insert into boardwright_mail_job
      select 'notifications:' || user_id, 'notification', '', '2026-11-01T00:00:00.000Z', 0, '2026-11-01T00:00:00.000Z',
        '2026-11-01T00:00:45.000Z', user_id
      from boardwright_notification`)
  db.close()
  expect([mailsOf(at), received]).toEqual([[], []])
  return { at, dump: await dumpOf(at) }
}

describe.each(DATABASES)("a database that was loaded on %s", (_, database) => {
  it("sends no mail and delivers to no webhook until it is resumed, which its server notices", async () => {
    const { dump } = await given()
    const copy = await place(async () => ({ ...(await database()), ...SETTINGS }))
    await succeed(copy, "load", dump)
    const server = await copy.start()
    await server.logged(/are held until `boardwright resume`/)
    // Answered after the polls that came before it: what is taken later is not taken for the request.
    const requested = await post(server, "/api/auth/forgot-password", { email: ADA.email })
    expect(requested.status).toBe(200)
    expect(
      rowsOf(await dumpOf(copy), "mail_job")
        .map(({ email }) => email)
        .toSorted()
    ).toEqual(["", ADA.email, "bob@example.com"])
    expect([mailsOf(copy), received]).toEqual([[], []])

    expect(JSON.parse(await succeed(copy, "resume", "--json"))).toEqual({ resumed: true })
    await vi.waitFor(() => expect(mailsOf(copy)).toHaveLength(3), { timeout: 30_000 })
    await vi.waitFor(() => expect(received.length).toBeGreaterThan(0), { timeout: 30_000 })
    received.length = 0
    await server.stop()
    const later = await dumpOf(copy, "later.dump")
    expect([rowsOf(later, "mail_job"), rowsOf(later, "notification")]).toEqual([[], []])
    const again = await copy.run(["resume"])
    expect([again.code, again.stderr]).toEqual([0, expect.stringMatching(/^nothing was held\n$/)])
  })
})

it("a backup that is restored with --hold sends nothing until it is resumed, and one without goes on", async () => {
  const { at } = await given()
  const folder = join(at.environment["DATA_DIR"] ?? "", "backups")
  const { file } = JSON.parse(await succeed(at, "backup", folder, "--json"))
  await succeed(at, "restore", file, "--force", "--hold")
  const held = await at.start()
  await held.logged(/are held until `boardwright resume`/)
  await held.stop()
  expect([mailsOf(at), received]).toEqual([[], []])
  await succeed(at, "restore", file, "--force")
  const server = await at.start()
  await vi.waitFor(() => expect(mailsOf(at)).toHaveLength(2), { timeout: 30_000 })
  await server.stop()
  received.length = 0
})
