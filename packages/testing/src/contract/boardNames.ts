import { Board } from "@boardwright/core"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import {
  aMember,
  anInvitation,
  fresh,
  givenAccount,
  givenBoard,
  givenWorkspace,
  instant,
  wholeList
} from "../fixtures.js"
import type { BoardNeeds } from "./BoardNeeds.js"
import type { Suite } from "./Suite.js"
import { valueOf } from "./support.js"

/** The contract of `BoardRepository.listNamed`. */
export const boardNameTests: Suite<BoardNeeds> = (it) => {
  it.effect("lists all boards of exactly one name in order of creation, ties by id", () =>
    Effect.gen(function* () {
      const boards = yield* Board.BoardRepository
      const name = `${fresh("Name")} '%_"`
      const given = (suffix: string, minutes: number) =>
        givenBoard({ name, id: `${name}${suffix}` as Board.BoardId, createdAt: instant(minutes) })
      for (const [suffix, minutes] of [
        ["0", 9],
        ["b", 1],
        ["B", 1]
      ] as const)
        yield* given(suffix, minutes)
      for (const other of [`${name} `, ` ${name}`, name.toUpperCase(), name.toLowerCase(), name.replace("%", "x")]) {
        yield* givenBoard({ name: other })
      }
      const { items, total } = yield* boards.listNamed(name, null, wholeList)
      assert.strictEqual(total, 3)
      assert.deepStrictEqual(
        items.map(({ id }) => id.slice(name.length)),
        ["B", "b", "0"]
      )
      for (const item of items) assert.deepStrictEqual(item, valueOf(yield* boards.find(item.id)))
      const page = yield* boards.listNamed(name, null, { page: 2, limit: 1, offset: 1 })
      assert.deepStrictEqual(page, { items: items.slice(1, 2), total: 3 })
      assert.deepStrictEqual(yield* boards.listNamed(fresh("none"), null, wholeList), { items: [], total: 0 })
    })
  )

  it.effect("lists for a user those in own workspaces and those shared with the user, each once", () =>
    Effect.gen(function* () {
      const boards = yield* Board.BoardRepository
      const invitations = yield* Board.InvitationRepository
      const name = fresh("Name")
      const me = (yield* givenAccount()).id
      const mine = yield* givenWorkspace({ ownerId: me })
      const other = yield* givenAccount()
      const invite = (boardId: Board.BoardId, userId = me) => invitations.invite(anInvitation({ boardId, userId }))
      const given = (minutes: number, workspace = mine) =>
        Effect.map(givenBoard({ name, workspace, createdAt: instant(minutes) }), ({ board }) => board.id)
      const theirs = yield* givenWorkspace()

      const own = yield* given(4)
      const ownAndJoined = yield* given(1)
      yield* boards.putMember(ownAndJoined, aMember(me, "admin"), instant())
      const joined = yield* given(3, theirs)
      yield* boards.putMember(joined, aMember(me), instant())
      yield* invite(joined)
      const offered = yield* given(2, theirs)
      yield* invite(offered)
      const declined = yield* given(5, theirs)
      yield* invitations.close((yield* invite(declined)).id, "declined")
      const foreign = yield* given(6, theirs)
      yield* invite(foreign, other.id)
      yield* givenBoard({ workspace: mine })

      const seen = yield* boards.listNamed(name, me, wholeList)
      assert.strictEqual(seen.total, 4)
      assert.deepStrictEqual(
        seen.items.map(({ id }) => id),
        [ownAndJoined, offered, joined, own]
      )
      const page = yield* boards.listNamed(name, me, { page: 2, limit: 2, offset: 2 })
      assert.deepStrictEqual(page, { items: seen.items.slice(2), total: 4 })
      const all = yield* boards.listNamed(name, null, wholeList)
      assert.strictEqual(all.total, 6)
      const ofOther = yield* boards.listNamed(name, other.id, wholeList)
      assert.deepStrictEqual([ofOther.items.map(({ id }) => id), ofOther.total], [[foreign], 1])
    })
  )
}
