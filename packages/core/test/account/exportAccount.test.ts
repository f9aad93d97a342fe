import { Account, AccountExport, Board, Calendar, Task, Workspace } from "@boardwright/core"
import { givenAccount, givenTask } from "@boardwright/testing"
import { assert, describe } from "@effect/vitest"
import { Chunk, Effect, Redacted, Stream } from "effect"
import { as, asOperator, givenTeam, refused, story, writingNothing } from "../support.js"

/** The lists of the caller's export by name, and how many parts it has. */
const exported = Effect.gen(function* () {
  const { header, parts } = yield* AccountExport.exportAccount()
  const all = Chunk.toReadonlyArray(yield* Stream.runCollect(parts))
  const lists: Record<string, Array<object>> = {}
  for (const { items, list } of all) (lists[list] ??= []).push(...items)
  return { header, lists, parts: all.length }
})

describe("exportAccount", () => {
  story("has everything about the caller, and no secret", function* () {
    const team = yield* givenTeam
    const { email, id } = yield* givenAccount()
    const { invitation } = yield* as(team.admin)(Board.inviteMember(team.boardId, { userId: id, role: "editor" }))
    yield* as(id)(Board.acceptInvitation(invitation.id))
    const workspace = yield* as(id)(Workspace.createWorkspace({ name: "Own" }))
    const { token } = yield* as(id)(Account.createApiToken({ name: "Script", scopes: ["read"] }))
    const link = yield* as(id)(Calendar.createCalendarLink(team.boardId))
    const given = yield* givenTask(team)
    const comment = yield* as(id)(Task.addComment(given.id, { content: "Deep" }))
    yield* as(team.admin)(Task.addComment(given.id, { content: "Not mine" }))
    const entry = yield* as(id)(Task.addTimeEntry(given.id, { duration: 5 }))
    const made = yield* as(id)(Task.createTask({ boardId: team.boardId, name: "Paint" }))
    const other = yield* as(team.admin)(Task.createTask({ boardId: team.boardId, name: "Dig", assignees: [id] }))
    const { header, lists } = yield* writingNothing(as(id)(exported))
    assert.deepInclude(header, { format: "boardwright-account", version: 1 })
    assert.deepInclude(header.profile, { id, email })
    assert.deepStrictEqual(Object.keys(lists), [
      ...["sessions", "apiTokens", "calendarLinks", "identities", "events", "workspaces", "boards", "invitations"],
      ...["comments", "timeEntries", "tasks"]
    ])
    assert.containsSubset(lists, {
      apiTokens: [{ name: "Script" }],
      calendarLinks: [{ id: link.calendarLink.id, boardId: team.boardId }],
      events: [{ type: "token.created" }],
      workspaces: [
        { id: workspace.id, name: "Own", role: "owner" },
        { id: team.workspace.id, role: "shared" }
      ],
      boards: [{ id: team.boardId, role: "editor" }]
    })
    const idsOf = (list: string) => (lists[list] ?? []).map((each) => (each as { readonly id: string }).id)
    assert.deepStrictEqual([idsOf("comments"), idsOf("timeEntries")], [[comment.id], [entry.id]])
    assert.sameMembers(idsOf("tasks"), [made.id, other.id])
    const text = JSON.stringify({ header, lists })
    const hash = Redacted.isRedacted(token) ? Redacted.value(token) : token
    for (const secret of [hash, link.key, "passwordHash", "Not mine", "rank"]) assert.notInclude(text, String(secret))
  })

  story("has nothing of boards that the caller may no longer read, and reads long lists in pages", function* () {
    const team = yield* givenTeam
    const given = yield* givenTask(team, { assignees: [team.viewer] })
    for (let at = 0; at < 201; at++) yield* as(team.viewer)(Task.addComment(given.id, { content: String(at) }))
    const before = yield* as(team.viewer)(exported)
    assert.deepStrictEqual([before.lists["comments"]?.length, before.parts], [201, 13])
    yield* as(team.viewer)(Board.removeMember(team.boardId, team.viewer))
    const { lists } = yield* as(team.viewer)(exported)
    assert.deepStrictEqual([lists["boards"], lists["comments"], lists["tasks"]], [[], [], []])
  })

  story("is for people with an account", function* () {
    assert.strictEqual(yield* refused(asOperator(AccountExport.exportAccount())), "Forbidden")
    assert.strictEqual(
      yield* refused(as("a host's user" as Account.UserId)(AccountExport.exportAccount())),
      "Unauthenticated"
    )
  })
})
