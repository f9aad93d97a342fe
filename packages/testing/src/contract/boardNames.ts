import { Board } from "@boardwright/core"
import { assert } from "@effect/vitest"
import { Effect, Struct } from "effect"
import { anInvitation, fresh, givenAccount, givenBoard, givenWorkspace, instant, wholeList } from "../fixtures.js"
import type { BoardNeeds } from "./Needs.js"
import type { Suite } from "./Suite.js"
import { lists, valueOf, someone, join } from "./support.js"

const boards = Effect.serviceFunctions(Board.BoardRepository)

/** The contract of `BoardRepository.listNamed`. */
export const boardNameTests: Suite<BoardNeeds> = (it) => {
  it("lists all boards of exactly one name in order of creation, ties by id", function* () {
    const name = `${fresh("Name")} '%_"`
    const given = (suffix: string, minutes: number) =>
      givenBoard({ name, id: `${name}${suffix}` as Board.BoardId, createdAt: instant(minutes) })
    yield* Effect.all([given("0", 9), given("b", 1), given("B", 1)])
    for (const other of [`${name} `, ` ${name}`, name.toUpperCase(), name.toLowerCase(), name.replace("%", "x")]) {
      yield* givenBoard({ name: other })
    }
    const { items } = yield* boards.listNamed(name, null, wholeList)
    assert.deepStrictEqual(
      items.map(({ id }) => id.slice(name.length)),
      ["B", "b", "0"]
    )
    for (const item of items) assert.deepStrictEqual(item, valueOf(yield* boards.find(item.id)))
    yield* lists((slice) => boards.listNamed(name, null, slice), items)
    yield* lists((slice) => boards.listNamed(fresh("none"), null, slice), [])
  })

  it("lists for a user those in own workspaces and those shared with the user, each once", function* () {
    const invitations = yield* Board.InvitationRepository
    const name = fresh("Name")
    const me = yield* someone
    const mine = yield* givenWorkspace({ ownerId: me })
    const other = yield* givenAccount()
    const invite = (boardId: Board.BoardId, userId = me) => invitations.invite(anInvitation({ boardId, userId }))
    const given = (minutes: number, workspace = mine) =>
      Effect.map(givenBoard({ name, workspace, createdAt: instant(minutes) }), ({ board }) => board.id)
    const theirs = yield* givenWorkspace()

    const own = yield* given(4)
    const ownAndJoined = yield* given(1)
    yield* join(ownAndJoined, me, "admin")
    const joined = yield* given(3, theirs)
    yield* join(joined, me)
    yield* invite(joined)
    const offered = yield* given(2, theirs)
    yield* invite(offered)
    const declined = yield* given(5, theirs)
    yield* invitations.close((yield* invite(declined)).id, "declined")
    const foreign = yield* given(6, theirs)
    yield* invite(foreign, other.id)
    yield* givenBoard({ workspace: mine })

    const { items } = yield* boards.listNamed(name, me, wholeList)
    assert.deepStrictEqual(items.map(Struct.get("id")), [ownAndJoined, offered, joined, own])
    yield* lists((slice) => boards.listNamed(name, me, slice), items)
    const all = yield* boards.listNamed(name, null, wholeList)
    assert.strictEqual(all.total, 6)
    const ofOther = yield* boards.listNamed(name, other.id, wholeList)
    assert.deepStrictEqual([ofOther.items.map(({ id }) => id), ofOther.total], [[foreign], 1])
  })
}
