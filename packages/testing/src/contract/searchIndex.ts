import { type Account, Change, Search, Task, Values, type Workspace } from "@boardwright/core"
import { assert } from "@effect/vitest"
import { Effect, FastCheck } from "effect"
import type { Repositories } from "../Repositories.js"
import { aChange, aComment, fresh, givenBoard, givenTask, type GivenBoard, wholeList } from "../fixtures.js"
import type { Suite } from "./Suite.js"
import { at, indexAll } from "./support.js"
import { ANY } from "./generatedQueries.js"

const LETTERS = [
  "a",
  "B",
  "é",
  "e\u0301",
  "ß",
  "İ",
  "Σ",
  "ж",
  "ب",
  "日",
  "本",
  "ら",
  "ガ",
  "한",
  "ﬁ",
  "7",
  "½",
  "क",
  "कि"
]
const SIGNS = [" ", " ", "-", "_", "'", '"', "*", "&", "|", "\\", ":", "¦", "%", "😀", "\n"]

const aWord = FastCheck.string({ unit: FastCheck.constantFrom(...LETTERS), minLength: 1, maxLength: 4 })
const aText = FastCheck.array(FastCheck.tuple(aWord, FastCheck.constantFrom(...SIGNS)), {
  minLength: 1,
  maxLength: 6
}).map((parts) => parts.flat().join(""))

const ordered = (ids: Iterable<string | null>) => [...ids].toSorted()

let minutes = 0

/** Runs work a minute after the last: what an adapter keeps of the index for a while is of before the work. */
const later = <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.suspend(() => at(Date.now() + ++minutes * 60_000)(work))

const find = Effect.fnUntraced(function* (q: string, query: Partial<Search.SearchQuery>) {
  const index = yield* Effect.zipRight(indexAll, Search.SearchIndex)
  const found = yield* later(index.find({ words: Search.queryWords(q), userId: null, places: null, ...query }))
  return ordered(found.map(({ commentId, taskId }) => commentId ?? taskId))
})

const recordTask = Effect.fnUntraced(function* (
  on: GivenBoard,
  type: Change.ChangeType,
  taskId: Task.TaskId,
  id = taskId as string
) {
  const changes = yield* Change.ChangeRepository
  yield* changes.append([aChange({ workspaceId: on.workspace.id, boardId: on.board.id, type, taskId, subjectId: id })])
})

const givenTexts = Effect.fnUntraced(function* (on: GivenBoard, name: string, description = "", content?: string) {
  const task = yield* givenTask(on, { name, description })
  yield* recordTask(on, "task.created", task.id)
  if (content === undefined) return { task, comment: null }
  const comment = aComment({ taskId: task.id, userId: on.workspace.ownerId, content })
  yield* (yield* Task.TaskRepository).insertComment(comment)
  yield* recordTask(on, "comment.created", task.id, comment.id)
  return { task, comment }
})

/** The contract of `SearchIndex`. All adapters find what the words say. */
export const searchIndexSuite: Suite<Repositories> = (it) => {
  it("finds what has every word of any query, as core folds them", function* () {
    const on = yield* givenBoard()
    const texts = FastCheck.sample(FastCheck.tuple(aText, aText, aText), { numRuns: 40, seed: 7 })
    const given = yield* Effect.forEach(texts, ([name, description, content]) =>
      Effect.map(givenTexts(on, name, description, content), ({ comment, task }) => [
        { id: task.id as string, texts: [name, description] },
        { id: comment?.id ?? "", texts: [content] }
      ])
    )
    const entries = given.flat()
    const some = FastCheck.sample(FastCheck.array(aWord, { minLength: 1, maxLength: 2 }), { numRuns: 40, seed: 8 })
    const queries = [...some.map((words) => words.join(" ")), "日本", "Ga", "가", "e", "ss", "fi", "Ab_e"]
    let matched = 0
    for (const q of queries) {
      const words = Search.queryWords(q)
      if (words.length === 0) continue
      const expected = entries.filter((entry) => Search.hasWords(entry.texts, words)).map(({ id }) => id)
      matched += expected.length
      assert.deepStrictEqual(yield* find(q, { boardId: on.board.id }), ordered(expected), q)
    }
    assert.isAbove(matched, 20)
  })

  it("follows changes of texts, moves to another board, the trash and removals", function* () {
    const [on, other] = [yield* givenBoard(), yield* givenBoard()]
    const { comment, task } = yield* givenTexts(on, "Polish the brass", "", "Brasso is best")
    const within = { boardId: on.board.id }
    assert.deepStrictEqual(yield* find("brass", within), ordered([task.id, comment?.id ?? ""]))
    const tasks = yield* Task.TaskRepository
    const changed = { ...task, name: "Polish the steel" }
    yield* tasks.replace(changed)
    yield* recordTask(on, "task.updated", task.id)
    assert.deepStrictEqual(yield* find("brass", within), [comment?.id ?? ""])
    assert.deepStrictEqual(yield* find("STEEL pol", within), [task.id])
    yield* tasks.transfer({ ...changed, boardId: other.board.id, groupId: other.groups[0].id })
    yield* recordTask(other, "task.transferred", task.id)
    assert.deepStrictEqual(yield* find("steel", within), [])
    assert.deepStrictEqual(yield* find("steel", { boardId: other.board.id }), [task.id])
    assert.deepStrictEqual(yield* find("brass", { boardId: other.board.id }), [comment?.id ?? ""])
    yield* tasks.removeComment(task.id, comment?.id ?? "")
    assert.deepStrictEqual(yield* find("brass", { boardId: other.board.id }), [])
  })

  it("indexes all texts of a new board, in steps", function* () {
    const on = yield* givenBoard()
    const ids = yield* Effect.forEach(Array.from({ length: 2 * Search.INDEX_STEP + 1 }), () =>
      Effect.map(givenTask(on, { name: "Imported rows" }), ({ id }) => id as string)
    )
    const changes = yield* Change.ChangeRepository
    yield* changes.append([
      aChange({
        workspaceId: on.workspace.id,
        boardId: on.board.id,
        type: "board.created",
        taskId: null,
        subjectId: on.board.id
      })
    ])
    assert.deepStrictEqual(yield* find("imported", { boardId: on.board.id }), ordered(ids))
  })

  it("finds words that most texts have, and words beside them that few have", function* () {
    const [on, other] = [yield* givenBoard(), yield* givenBoard()]
    const one = yield* givenTask(on, { name: "Common" })
    const tasks = Array.from({ length: 2500 }, (_, at) => {
      const rank = Values.Rank.make(`${one.rank}${at.toString().padStart(5, "0")}m`)
      return { ...one, id: Task.TaskId.make(fresh("task")), rank, name: `Common weekday${at % 700}` }
    })
    yield* (yield* Task.TaskRepository).insert(tasks)
    const elsewhere = yield* givenTask(other, { name: "Common weekday5" })
    const changes = yield* Change.ChangeRepository
    for (const { board, workspace } of [on, other]) {
      const place = { workspaceId: workspace.id, boardId: board.id }
      yield* changes.append([aChange({ ...place, type: "board.created", taskId: null, subjectId: board.id })])
    }
    const named = (word: string) =>
      ordered(tasks.filter(({ name }) => name.split(" ").some((each) => each.startsWith(word))).map(({ id }) => id))
    const within = { userId: on.workspace.ownerId }
    assert.deepStrictEqual(yield* find("comm weekday69", within), named("weekday69"))
    assert.deepStrictEqual(yield* find("weekday699", { boardId: on.board.id }), named("weekday699"))
    assert.deepStrictEqual(yield* find("common", { userId: other.workspace.ownerId }), [elsewhere.id])
    assert.deepStrictEqual(yield* find("common nowhere", within), [])
    for (const q of ["comm weekday69", "weekday699", "common", "common nowhere"]) {
      const filter = { boardId: on.board.id, query: { ...ANY, words: Search.queryWords(q) } }
      const { items, total } = yield* later((yield* Task.TaskRepository).list(filter, { ...wholeList, limit: 3000 }))
      const last = q.split(" ").at(-1) ?? ""
      const expected = q === "common" ? ordered([one, ...tasks].map(({ id }) => id)) : named(last)
      assert.deepStrictEqual([total, ordered(items.map(({ id }) => id))], [expected.length, expected], q)
    }
    const most = yield* find("comm", within)
    assert.deepStrictEqual([new Set(most).size, most.length], [Search.MAX_RANKED, Search.MAX_RANKED])
    assert.isTrue(most.every((id) => id === one.id || tasks.some((task) => task.id === id)))
  })

  it("finds on the boards that the user can read, in the workspace, and in the places of a token", function* () {
    const [on, other] = [yield* givenBoard(), yield* givenBoard()]
    const word = fresh("word").replace(/[^a-z0-9]/gi, "")
    const { task } = yield* givenTexts(on, word)
    const elsewhere = (yield* givenTexts(other, word)).task
    assert.deepStrictEqual(yield* find(word, {}), ordered([task.id, elsewhere.id]))
    assert.deepStrictEqual(yield* find(word, { userId: on.workspace.ownerId }), [task.id])
    assert.deepStrictEqual(yield* find(word, { userId: "nobody" as Account.UserId }), [])
    assert.deepStrictEqual(yield* find(word, { workspaceId: other.workspace.id }), [elsewhere.id])
    const place = (boardId: GivenBoard["board"]["id"] | null, workspaceId: Workspace.WorkspaceId) => [
      { boardId, workspaceId }
    ]
    assert.deepStrictEqual(yield* find(word, { places: place(on.board.id, on.workspace.id) }), [task.id])
    const owner = { userId: on.workspace.ownerId }
    assert.deepStrictEqual(yield* find(word, { ...owner, places: place(null, other.workspace.id) }), [])
  })

  it("returns the descriptions of tasks and the contents of comments", function* () {
    const on = yield* givenBoard()
    const { comment, task } = yield* givenTexts(on, "Order", "Of brass", "It works")
    const commentIds = [comment?.id ?? ""]
    const texts = yield* (yield* Search.SearchIndex).texts({ taskIds: [task.id, "gone"], commentIds })
    assert.deepStrictEqual(texts, [
      { id: task.id, text: "Of brass" },
      { id: commentIds[0] ?? "", text: "It works" }
    ])
  })
}
