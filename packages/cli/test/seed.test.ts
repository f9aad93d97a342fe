import { describe, expect, it } from "vitest"
import { LAUNCHER } from "../../../test/support/childServer.js"
import { onTerminal } from "../../../test/support/pseudoTerminal.js"
import { post, signIn } from "../../../test/support/standalone.js"
import { cellsOf, listed, seedDatabases } from "./seedDatabases.js"

const { both, directory, sqlite } = seedDatabases()

const DEMO = { account: 5, workspace: 1, board: 3, member: 12, invitation: 1, task: 22 }
const BOARDS = ["Fernhill 2.0 launch", "Support queue", "Hiring"]
const ROLES = ["owner", "admin", "editor", "viewer", "invited"]
const PASSWORD = /^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/

const MADE =
  "The demo is created. The passwords are shown only this once and are not stored\n" +
  "Start `boardwright serve`, open http://127.0.0.1:3000/app and sign in\n"
const THERE_ALREADY =
  "The demo exists already; nothing was changed\n" +
  "`boardwright user set-password EMAIL` sets a new password for one of its accounts\n"

interface PrintedUser {
  readonly email: string
  readonly password: string
  readonly role: string
}

describe.each(both)("boardwright seed --demo on %s", (kind, fresh) => {
  it("creates the demo and prints its users once; a second run changes nothing", async () => {
    const database = await fresh(`${kind} demo`)
    const first = await database.seed("--demo")
    expect([first.code, first.stderr]).toEqual([0, MADE])
    const people = cellsOf(first.stdout)
    expect(people.map(([, , role]) => role)).toEqual(ROLES)
    const form = [expect.stringMatching(/@demo\.example$/), expect.stringMatching(PASSWORD)]
    expect(people.map(([email, password]) => [email, password])).toEqual(people.map(() => form))
    expect(new Set(people.map(([, password]) => password)).size).toBe(ROLES.length)
    const made = await database.counts()
    expect(made).toMatchObject(DEMO)
    expect(Object.entries(made).filter(([, many]) => many === 0)).toEqual([])

    const second = await database.seed("--demo")
    expect([second.code, second.stderr]).toEqual([0, THERE_ALREADY])
    expect(cellsOf(second.stdout)).toEqual(people.map(([email, , ...rest]) => [email, "", ...rest]))
    expect(await database.counts()).toEqual(made)
  })

  it("creates users beside a running server who sign in and see what their roles allow", async () => {
    const database = await fresh(`${kind} served`)
    const server = await database.serve()
    const { code, stdout } = await database.seed("--demo", "--json")
    expect(code).toBe(0)
    const { boards, created, users, workspace } = JSON.parse(stdout)
    const nameOf = ({ name }: { readonly name: string }) => name
    expect([created, boards.map(nameOf)]).toEqual([true, BOARDS])
    const seen = users.map(async ({ email, password, role }: PrintedUser) => {
      const token = await signIn(server, { email, password })
      const found = await listed(server, `/api/boards?workspaceId=${workspace.id}`, "boards", token)
      const invited = await listed(server, "/api/invitations", "invitations", token)
      return [role, found.map(nameOf).toSorted(), invited.map((each) => [each.status, each.boardId])]
    })
    const all = BOARDS.toSorted()
    expect(await Promise.all(seen)).toEqual([
      ...ROLES.slice(0, -1).map((role) => [role, all, []]),
      ["invited", BOARDS.slice(0, 1), [["pending", boards[0].id]]]
    ])
    const again = JSON.parse((await database.seed("--demo", "--json")).stdout)
    expect(again.boards).toEqual(expect.arrayContaining(boards))
    expect(again).toMatchObject({ created: false, workspace, users: users.map(() => ({ password: null })) })
  })

  it("lets one of two concurrent runs create the demo, and the other find it", async () => {
    const database = await fresh(`${kind} twice`)
    const ends = await Promise.all([1, 2].map(() => database.seed("--demo")))
    expect(ends.map(({ code }) => code)).toEqual([0, 0])
    expect(ends.map(({ stderr }) => stderr).toSorted()).toEqual([THERE_ALREADY, MADE].toSorted())
    expect(await database.counts()).toMatchObject(DEMO)
  })
})

it("the demo does not take over an account with one of its addresses", async () => {
  const database = await sqlite("taken")
  const server = await database.serve()
  const account = { name: "Another Sofia", email: "Sofia@demo.example", password: "correct horse" }
  expect((await post(server, "/api/auth/signup", account)).status).toBe(201)
  const before = await database.counts()
  const stderr = "boardwright: sofia@demo.example belongs to another account\n"
  expect(await database.seed("--demo")).toEqual({ code: 5, stdout: "", stderr })
  expect(await database.counts()).toEqual(before)
})

it("a deleted workspace is not created again, and is reported", async () => {
  const database = await sqlite("removed")
  const server = await database.serve()
  const { users, workspace } = JSON.parse((await database.seed("--demo", "--json")).stdout)
  const headers = { authorization: `Bearer ${await signIn(server, users[0])}` }
  const { status } = await fetch(`${server.url}/api/workspaces/${workspace.id}`, { method: "DELETE", headers })
  expect(status).toBe(200)
  const { code, stderr, stdout } = await database.seed("--demo", "--json")
  expect(JSON.parse(stdout)).toMatchObject({ created: false, workspace: null, boards: [] })
  expect([code, stderr]).toEqual([
    0,
    THERE_ALREADY.replace("\n", "\nIts workspace was deleted; its accounts still exist\n")
  ])
})

it("on a terminal the users are a table", async () => {
  const { environment } = await sqlite("terminal")
  const child = onTerminal([process.execPath, LAUNCHER, "seed", "--demo"], environment, { cwd: directory })
  expect(await child.ended).toBe(0)
  expect(child.text()).toMatch(
    /^EMAIL +PASSWORD +ROLE +NAME\nmaya@demo\.example +[a-z2-9-]{19} +owner +Maya Lindqvist\n/
  )
})
