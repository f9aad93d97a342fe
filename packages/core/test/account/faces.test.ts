import { Account, Board, Ports, Task } from "@boardwright/core"
import { givenAccount } from "@boardwright/testing"
import { assert, describe } from "@effect/vitest"
import { Effect, Exit, Logger, LogLevel, TestClock } from "effect"
import { as, FACE, givenTeam, MINUTE, story, type Team } from "../support.js"
import { givenTeamTask } from "../task/support.js"

const NOBODY = { name: null, avatar: null }

const readBoard = (team: Team) => as(team.viewer)(Board.getBoard(team.boardId))
const invite = (team: Team, input: Board.InviteMember) =>
  Effect.map(as(team.admin)(Board.inviteMember(team.boardId, input)), ({ invitation }) => invitation)
const face = ({ avatar, name }: Account.Face) => ({ name, avatar })

/** Counts the queries of the directory, and the ids of each. */
const counting = Effect.gen(function* () {
  const { find = () => Effect.succeed([]), ...directory } = yield* Account.UserDirectory
  const queries: Array<number> = []
  const counted = {
    ...directory,
    find: (ids: ReadonlyArray<string>) =>
      Effect.zipRight(
        Effect.sync(() => queries.push(ids.length)),
        find(ids)
      )
  }
  return { counted, queries }
})

describe("the names of people", () => {
  story("are those of the accounts, for members, comments and invitations, by one query each", function* () {
    const team = yield* givenTeamTask
    const grace = yield* givenAccount({ name: "Grace", avatar: "/grace.svg" })
    const { id } = yield* invite(team, { userId: grace.id, role: "editor" })
    yield* as(grace.id)(Task.addComment(team.taskId, { content: "Here", mentions: [] }))
    yield* as(team.viewer)(Task.addComment(team.taskId, { content: "There", mentions: [] }))
    yield* as(team.viewer)(Task.addComment(team.taskId, { content: "Again", mentions: [] }))
    yield* TestClock.adjust(MINUTE)
    yield* as(grace.id)(Board.acceptInvitation(id))
    const { counted, queries } = yield* counting
    const shown = { name: "Grace", avatar: "/grace.svg" }
    yield* Effect.provideService(
      Effect.gen(function* () {
        assert.deepStrictEqual((yield* readBoard(team)).members.map(face), [FACE, FACE, FACE, shown])
        assert.deepStrictEqual(queries.splice(0), [4])
        // Remembered for two seconds.
        yield* TestClock.adjust("1999 millis")
        assert.deepStrictEqual((yield* readBoard(team)).members.map(face), [FACE, FACE, FACE, shown])
        assert.deepStrictEqual(queries, [])
        yield* TestClock.adjust("1 millis")
        const boards = yield* as(team.owner)(Board.listBoards({ workspaceId: team.workspace.id }))
        assert.deepStrictEqual(boards.items[0]?.members.map(face), [FACE, FACE, FACE, shown])
        assert.deepStrictEqual(queries.splice(0), [4])
        yield* TestClock.adjust(MINUTE)
        assert.deepStrictEqual((yield* as(grace.id)(Task.getTask(team.taskId))).comments.map(face), [shown, FACE, FACE])
        assert.deepStrictEqual(queries.splice(0), [2])
        yield* TestClock.adjust(MINUTE)
        const { items } = yield* as(grace.id)(Task.listComments(team.taskId))
        assert.deepStrictEqual(items.map(face), [shown, FACE, FACE])
        assert.deepStrictEqual(queries.splice(0), [2])
      }),
      Account.UserDirectory,
      counted
    )
  })

  story("of an invitation by address are unknown until it is accepted", function* () {
    const team = yield* givenTeam
    const { email, id } = yield* givenAccount({ id: "grace" as Account.UserId, name: "Grace" })
    const invited = yield* invite(team, { email, role: "editor" })
    assert.deepInclude(invited, { email, ...NOBODY })
    const listed = yield* as(team.admin)(Board.listBoardInvitations(team.boardId))
    assert.deepStrictEqual(listed.items.map(face), [NOBODY])
    const again = yield* invite(team, { email, role: "viewer" })
    assert.deepStrictEqual(face(again), NOBODY)
    const accepted = yield* as(id)(Board.acceptInvitation(invited.id))
    assert.deepInclude(accepted, { email, name: "Grace" })
  })

  story("of an invitation by address stay unknown when it is declined", function* () {
    const team = yield* givenTeam
    const { email, id } = yield* givenAccount()
    const invited = yield* invite(team, { email, role: "editor" })
    assert.deepStrictEqual(face(yield* as(id)(Board.declineInvitation(invited.id))), NOBODY)
    const byId = yield* invite(team, { userId: team.stranger, role: "editor" })
    assert.deepInclude(byId, { email: null, ...FACE })
  })

  story("are null for people who are gone, and where the directory does not look them up", function* () {
    const team = yield* givenTeam
    const boards = yield* Board.BoardRepository
    const gone = { userId: "gone" as Account.UserId, role: "viewer" } as const
    yield* boards.putMember(team.boardId, gone, (yield* readBoard(team)).createdAt)
    assert.deepInclude((yield* readBoard(team)).members, { ...gone, ...NOBODY })
    const { existing, findByEmail } = yield* Account.UserDirectory
    const bare = Effect.provideService(readBoard(team), Account.UserDirectory, { existing, findByEmail })
    assert.deepStrictEqual([...new Set((yield* bare).members.map(({ name }) => name))], [null])
  })

  story("are missing from the result of a change if the directory fails after it, and nothing else is", function* () {
    const team = yield* givenTeam
    const directory = yield* Account.UserDirectory
    const outage = new Ports.StorageUnavailable({ operation: "users", cause: "away" })
    for (const find of [() => Effect.fail(outage), () => Effect.die("broken")]) {
      const failing = { ...directory, find }
      const calls = yield* Effect.all([
        as(team.owner)(Board.createBoard({ name: "New", workspaceId: team.workspace.id })),
        Effect.map(invite(team, { userId: team.stranger, role: "editor" }), (invitation) => ({ members: [invitation] }))
      ]).pipe(Effect.provideService(Account.UserDirectory, failing), Logger.withMinimumLogLevel(LogLevel.None))
      for (const { members } of calls) assert.deepStrictEqual(members.map(face), [NOBODY])
      const read = Effect.exit(Effect.provideService(readBoard(team), Account.UserDirectory, failing))
      assert.isTrue(Exit.isFailure(yield* read))
    }
    const { items } = yield* as(team.owner)(Board.listBoards({ workspaceId: team.workspace.id }))
    assert.lengthOf(items, 3)
  })
})
