import { copyFileSync } from "node:fs"
import { join } from "node:path"
import { Change, Ports, Values, Workspace } from "@boardwright/core"
import * as Sqlite from "@boardwright/sqlite"
import { aChange } from "@boardwright/testing"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit } from "effect"
import { committed, folder, newFile, onFile } from "./storage.js"

const ofWorkspace = (subjectId: string) =>
  aChange({ workspaceId: Workspace.WorkspaceId.make("workspace"), boardId: null, subjectId })

const append = (...changes: ReadonlyArray<Change.StoredChange>) =>
  Effect.flatMap(Change.ChangeRepository, (repository) => repository.append(changes))

const head = Effect.flatMap(Change.ChangeRepository, (repository) => repository.head)

const feedOf = (filename: string) => Effect.provide(head, Sqlite.layer({ filename }))

describe("the feed", () => {
  it.effect("has no gap where a transaction of a group is rolled back", () =>
    onFile(function* (filename) {
      const exits = yield* Effect.forEach(
        Array.from({ length: 60 }, (_, index) => index),
        (index) =>
          Effect.exit(
            Ports.transactional(
              Effect.zipRight(
                append(ofWorkspace(`a ${index}`), ofWorkspace(`b ${index}`)),
                index % 3 === 0 ? Effect.fail("no") : Effect.void
              )
            )
          ),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(exits.filter(Exit.isSuccess).length, 40)
      const positions = committed(filename, "select id from boardwright_change order by id")
      assert.deepStrictEqual(
        positions,
        Array.from({ length: 80 }, (_, index) => index + 1)
      )
      assert.deepInclude(yield* head, { position: 80, start: 0 })
    })
  )

  it.effect("keeps its head and its next position when all of it was removed", () =>
    onFile(function* () {
      const repository = yield* Change.ChangeRepository
      yield* append(ofWorkspace("one"), ofWorkspace("two"))
      assert.strictEqual(yield* repository.removeBefore(Values.Timestamp.fromMillis(1_900_000_000_000), 10), 2)
      assert.deepInclude(yield* head, { position: 2, start: 2 })
      yield* append(ofWorkspace("three"))
      const page = yield* repository.list(2, {}, null, 10)
      assert.deepStrictEqual(
        page.changes.map(({ position, subjectId }) => [position, subjectId]),
        [[3, "three"]]
      )
    })
  )

  it.effect("has the same epoch at each start, and another in a copy and after a renewal", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const filename = yield* newFile
        const { epoch } = yield* feedOf(filename)
        assert.match(epoch, /^[0-9a-f]{32}$/)
        assert.strictEqual((yield* feedOf(filename)).epoch, epoch)
        const copy = join(yield* folder, "copy.db")
        copyFileSync(filename, copy)
        const copied = yield* feedOf(copy)
        assert.notStrictEqual(copied.epoch, epoch)
        assert.strictEqual((yield* feedOf(copy)).epoch, copied.epoch)
        assert.strictEqual((yield* feedOf(filename)).epoch, epoch)
        const renew = Effect.flatMap(Change.ChangeRepository, (repository) => repository.renewEpoch)
        yield* Effect.provide(renew, Sqlite.layer({ filename }))
        assert.notStrictEqual((yield* feedOf(filename)).epoch, epoch)
      })
    )
  )

  it.live("has one epoch for several that open a new file at once", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const filename = yield* newFile
        const heads = yield* Effect.all(
          Array.from({ length: 6 }, () => feedOf(filename)),
          { concurrency: "unbounded" }
        )
        assert.strictEqual(new Set(heads.map(({ epoch }) => epoch)).size, 1)
      })
    )
  )
})
