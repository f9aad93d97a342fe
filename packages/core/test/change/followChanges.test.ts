import { type Account, Board, Change, Task, Workspace } from "@boardwright/core"
import { assert, describe } from "@effect/vitest"
import { Chunk, Context, Effect, Exit, Fiber, Layer, Queue, Scope, Stream, TestClock } from "effect"
import { as, asOperator, givenTeam, story } from "../support.js"

/** Follows the feed in the background. Gives the names in the next pages with changes, and how it ended. */
const following = Effect.fnUntraced(function* (userId: Account.UserId, input: Change.ListChanges = {}) {
  const pages = yield* Queue.unbounded<ReadonlyArray<unknown>>()
  const names = ({ changes }: Change.ListedChanges) => changes.map(({ fields, type }) => fields["name"]?.to ?? type)
  const fiber = yield* Change.followChanges({ since: "now", ...input }).pipe(
    Stream.runForEach((page) => Queue.offer(pages, names(page))),
    as(userId),
    Effect.forkScoped
  )
  assert.deepStrictEqual(yield* Queue.take(pages), [])
  return { next: Queue.take(pages), seen: Queue.takeAll(pages), fiber }
})

/** The time of one look at the head. */
const aLook = Effect.zipRight(TestClock.adjust("250 millis"), Effect.yieldNow())

describe("followChanges", () => {
  story("returns the changes that exist, then waits for new ones", function* () {
    const { boardId, editor, viewer } = yield* givenTeam
    yield* as(editor)(Task.createTask({ boardId, name: "before" }))
    const pages = yield* Change.followChanges({ types: ["task.created"] }).pipe(
      Stream.filter(({ changes }) => changes.length > 0),
      Stream.take(3),
      Stream.runCollect,
      as(viewer),
      Effect.fork
    )
    yield* aLook
    for (const name of ["a", "b"]) {
      yield* as(editor)(Task.createTask({ boardId, name }))
      yield* aLook
    }
    const found = Chunk.toReadonlyArray(yield* Fiber.join(pages))
    const listed = yield* as(viewer)(Change.listChanges({ types: ["task.created"] }))
    assert.deepStrictEqual(
      found.flatMap(({ changes }) => changes),
      listed.changes
    )
    assert.strictEqual(found.at(-1)?.cursor, listed.cursor)
  })

  story(
    "a commit of the instance is read at once, those that follow it closely in one look, others at the next look",
    function* () {
      const { boardId, editor } = yield* givenTeam
      const repository = yield* Change.ChangeRepository
      let looks = 0
      const place = Effect.suspend(() => {
        looks += 1
        return repository.place
      })
      const built = yield* Effect.provideService(Layer.build(Change.ChangeFeed.layer), Change.ChangeRepository, {
        ...repository,
        place
      })
      const here = Effect.provideService(Change.ChangeFeed, Context.get(built, Change.ChangeFeed))
      const create = (...names: ReadonlyArray<string>) =>
        Effect.forEach(names, (name) => as(editor)(Task.createTask({ boardId, name })), { discard: true })
      const pass = (millis: number) => Effect.zipRight(TestClock.adjust(millis), Effect.yieldNow())

      yield* here(create("nobody waits"))
      yield* pass(250)
      assert.strictEqual(looks, 0)
      const { seen } = yield* here(following(editor))
      const seenSince = Effect.map(seen, (pages) => [[...pages].flat(), looks] as const)
      yield* pass(250)
      assert.deepStrictEqual(yield* seenSince, [[], 1])
      yield* here(create("a"))
      yield* pass(0)
      assert.deepStrictEqual(yield* seenSince, [["a"], 2])
      yield* here(create("b", "c", "d"))
      yield* pass(99)
      assert.deepStrictEqual(yield* seenSince, [[], 2])
      yield* pass(1)
      assert.deepStrictEqual(yield* seenSince, [["b", "c", "d"], 3])
      yield* create("e")
      yield* pass(249)
      assert.deepStrictEqual(yield* seenSince, [[], 3])
      yield* pass(1)
      assert.deepStrictEqual(yield* seenSince, [["e"], 4])
    }
  )

  story("each gets what it may read and asked for, in order", function* () {
    const { admin, boardId, editor, owner, stranger, workspace } = yield* givenTeam
    const beside = yield* as(owner)(Board.createBoard({ workspaceId: workspace.id, name: "beside" }))
    const readers = {
      ofBoard: yield* following(editor, { boardId }),
      ofWorkspace: yield* following(owner, { workspaceId: workspace.id }),
      ofOther: yield* following(owner, { boardId: beside.id }),
      moved: yield* following(admin, { types: ["task.moved"] }),
      stranger: yield* following(stranger)
    }
    yield* aLook
    yield* as(editor)(Task.createTask({ boardId, name: "a" }))
    yield* as(owner)(Task.createTask({ boardId: beside.id, name: "b" }))
    yield* as(editor)(Task.createTask({ boardId, name: "c" }))
    yield* aLook
    const seen = yield* Effect.all(
      Object.values(readers).map((reader) => Effect.map(reader.seen, (pages) => [...pages].flat()))
    )
    assert.deepStrictEqual(seen, [["a", "c"], ["a", "b", "c"], ["b"], [], []])
  })

  story("who loses a board reads of it, and nothing after; a follower of that board fails", function* () {
    const { admin, boardId, editor, viewer } = yield* givenTeam
    const all = yield* following(viewer)
    const ofBoard = yield* following(viewer, { boardId })
    yield* aLook
    yield* as(editor)(Task.createTask({ boardId, name: "before" }))
    yield* as(admin)(Board.removeMember(boardId, viewer))
    yield* as(editor)(Task.createTask({ boardId, name: "after" }))
    yield* aLook
    assert.deepStrictEqual(yield* all.next, ["member.removed"])
    assert.deepStrictEqual(yield* Effect.map(Effect.flip(Fiber.join(ofBoard.fiber)), ({ _tag }) => _tag), "Forbidden")
    yield* as(editor)(Task.createTask({ boardId, name: "later" }))
    yield* aLook
    assert.deepStrictEqual([...(yield* all.seen)], [])
  })

  story("followers of what is deleted fail", function* () {
    const { boardId, owner, viewer, workspace } = yield* givenTeam
    const followers = [
      yield* following(viewer, { boardId }),
      yield* following(owner, { workspaceId: workspace.id }),
      yield* following(viewer, { workspaceId: workspace.id })
    ]
    yield* aLook
    yield* as(owner)(Workspace.deleteWorkspace(workspace.id))
    yield* aLook
    for (const { fiber } of followers) {
      assert.deepStrictEqual(yield* Effect.map(Effect.flip(Fiber.join(fiber)), ({ _tag }) => _tag), "NotFound")
    }
  })

  story("a follower fails of what is deleted while its first page is read", function* () {
    const repository = yield* Change.ChangeRepository
    const { owner, viewer, workspace } = yield* givenTeam
    const removal = as(owner)(Workspace.deleteWorkspace(workspace.id))
    const context = yield* Effect.context<Effect.Effect.Context<typeof removal>>()
    const deleted = yield* Effect.cached(Effect.orDie(Effect.provide(removal, context)))
    const follower = yield* Stream.runDrain(Change.followChanges({ since: "now", workspaceId: workspace.id })).pipe(
      Effect.provideService(Change.ChangeRepository, {
        ...repository,
        place: Effect.zipRight(deleted, repository.place)
      }),
      as(viewer),
      Effect.fork
    )
    yield* TestClock.adjust("1 second")
    assert.strictEqual((yield* Effect.flip(Fiber.join(follower)))._tag, "NotFound")
  })

  story("an empty page now and then lets the cursor advance", function* () {
    const { boardId, editor, viewer } = yield* givenTeam
    const cursors = yield* Queue.unbounded<string>()
    yield* Change.followChanges({ since: "now", types: ["task.moved"] }).pipe(
      Stream.runForEach(({ cursor }) => Queue.offer(cursors, cursor)),
      as(viewer),
      Effect.forkScoped
    )
    yield* Queue.take(cursors)
    yield* as(editor)(Task.createTask({ boardId, name: "a" }))
    yield* aLook
    assert.strictEqual(yield* Queue.size(cursors), 0)
    yield* TestClock.adjust(Change.LONGEST_WAIT)
    assert.strictEqual(yield* Queue.take(cursors), yield* Change.currentCursor)
  })

  story("gives the first page that is not taken while it waits, and goes on after it", function* () {
    const { boardId, editor, viewer } = yield* givenTeam
    const { next, nextUnless } = yield* as(viewer)(Change.makeChangeFollower({ since: "now" }))
    const namesIn = ({ changes }: Change.ListedChanges) => changes.map(({ fields }) => fields["name"]?.to)
    assert.deepStrictEqual(namesIn(yield* as(viewer)(next)), [])
    const taken: Array<ReadonlyArray<unknown>> = []
    const take = (page: Change.ListedChanges) => {
      const names = namesIn(page)
      if (names.includes("c")) return false
      taken.push(names)
      return true
    }
    const refused = yield* Effect.fork(as(viewer)(nextUnless(take)))
    for (const name of ["a", "b", "c", "d"]) {
      yield* aLook
      yield* as(editor)(Task.createTask({ boardId, name }))
    }
    yield* aLook
    assert.deepStrictEqual(namesIn(yield* Fiber.join(refused)), ["c"])
    assert.deepStrictEqual(taken, [["a"], ["b"]])
    const following = yield* Effect.fork(as(viewer)(next))
    yield* aLook
    assert.deepStrictEqual(namesIn(yield* Fiber.join(following)), ["d"])
  })

  story("fails once the cursor cannot be continued", function* () {
    const feed = yield* Change.ChangeRepository
    const { viewer } = yield* givenTeam
    const { fiber } = yield* following(viewer)
    yield* aLook
    yield* feed.renewEpoch
    yield* aLook
    assert.deepStrictEqual(yield* Effect.map(Effect.flip(Fiber.join(fiber)), ({ _tag }) => _tag), "CursorExpired")
  })

  story("looks at the head once for all, and only while somebody waits", function* () {
    const repository = yield* Change.ChangeRepository
    const counts = { place: 0, list: 0, readersOf: 0 }
    const counting = Change.ChangeRepository.of({
      ...repository,
      place: Effect.suspend(() => (counts.place++, repository.place)),
      list: (...given) => (counts.list++, repository.list(...given)),
      readersOf: (of) => (counts.readersOf++, repository.readersOf(of))
    })
    const { boardId, editor, viewer } = yield* givenTeam
    const layer = Layer.provide(Change.ChangeFeed.layer, Layer.succeed(Change.ChangeRepository, counting))
    const feed = yield* Effect.map(Layer.build(layer), (context) => Effect.provide(context))
    const followers = yield* Effect.forEach(Array.from({ length: 50 }), () => feed(following(viewer, { boardId })))
    yield* TestClock.adjust("1 second")
    assert.deepStrictEqual(counts, { place: 4, list: 0, readersOf: 0 })
    yield* as(editor)(Task.createTask({ boardId, name: "a" }))
    yield* aLook
    for (const { next } of followers) assert.deepStrictEqual(yield* next, ["a"])
    assert.deepStrictEqual(counts, { place: 5, list: 1, readersOf: 1 })
    yield* Effect.forEach(followers, ({ fiber }) => Fiber.interrupt(fiber))
    yield* TestClock.adjust("1 minute")
    assert.deepStrictEqual(counts, { place: 5, list: 1, readersOf: 1 })
  })

  story("ends when the instance closes", function* () {
    const { viewer } = yield* givenTeam
    const scope = yield* Scope.make()
    const feed = yield* Layer.buildWithScope(Change.ChangeFeed.layer, scope)
    const { fiber } = yield* Effect.provide(following(viewer), feed)
    yield* aLook
    yield* Scope.close(scope, Exit.void)
    yield* Fiber.join(fiber)
    const after = yield* asOperator(Stream.runCount(Change.followChanges())).pipe(Effect.provide(feed))
    assert.strictEqual(after, 0)
  })
})
