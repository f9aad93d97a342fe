import { type Account, type Board, Change, Ports, type System, Trash, Webhook, Workspace } from "@boardwright/core"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { aChange, aDeletion, aDelivery, fresh, givenBoard, givenWebhook, instant, removeWhole } from "../fixtures.js"
import type { GivenBoardNeeds } from "./Needs.js"
import { contract, type Suite } from "./Suite.js"
import { atOnce, AWKWARD_TEXTS, dies, isNone, valueOf, whileHeld } from "./support.js"

const webhooks = Effect.serviceFunctions(Webhook.WebhookRepository)
const { firstNeeded, hasWork } = Effect.serviceConstants(Webhook.WebhookRepository)
const deliveries = Effect.serviceFunctions(Webhook.WebhookDeliveryRepository)

type Needed =
  | GivenBoardNeeds
  | Webhook.WebhookRepository
  | Webhook.WebhookDeliveryRepository
  | Change.ChangeRepository
  | Ports.Transactor
  | System.DatabaseState
  | Trash.TrashRepository

const headPosition = Effect.flatMap(Change.ChangeRepository, (changes) =>
  Effect.map(Effect.repeat(changes.place, { until: ({ more }) => !more }), ({ position }) => position)
)

const record = (...changes: ReadonlyArray<Change.StoredChange>) =>
  Effect.zipRight(
    Ports.transactional(Effect.flatMap(Change.ChangeRepository, (feed) => feed.append(changes))),
    headPosition
  )

/** Whether a webhook has work at an instant, with the feed's head at a position. */
const isDue = (id: Webhook.WebhookId, at: number, position: number) =>
  Effect.map(webhooks.listDue(instant(at), position, "", 10_000), (due) => due.some((webhook) => webhook.id === id))

/** The contract of `WebhookRepository`. */
export const webhookRepositorySuite: Suite<Needed> = (it) => {
  it("stores and returns a webhook with every field", function* () {
    const full = yield* givenWebhook({
      url: `https://example.test/?q=${encodeURIComponent(AWKWARD_TEXTS[0] ?? "")}`,
      types: ["task.created", "task.moved"],
      status: "disabled",
      disabledReason: "failing",
      failingSince: instant(1),
      secret: AWKWARD_TEXTS[1] ?? "",
      previousSecret: "before",
      previousUntil: instant(2),
      position: 5_000_000_000,
      replay: { from: 5_000_000_000, until: 6_000_000_000 },
      checkAt: instant(3)
    })
    const bare = yield* givenWebhook({ boardId: null })
    for (const webhook of [full, bare]) {
      assert.deepStrictEqual(valueOf(yield* webhooks.find(webhook.id)), webhook)
      assert.deepStrictEqual(valueOf(yield* Ports.transactional(webhooks.lock(webhook.id))), webhook)
    }
    const unknown = fresh("nothing") as Webhook.WebhookId
    isNone(yield* webhooks.find(unknown))
    isNone(yield* Ports.transactional(webhooks.lock(unknown)))
  })

  it("lists the ids of all webhooks in pages, also of boards in the trash", function* () {
    const given = yield* Effect.replicateEffect(givenWebhook(), 5)
    const { board, workspace } = yield* givenBoard()
    const trashed = yield* givenWebhook({ workspaceId: workspace.id, boardId: board.id })
    yield* (yield* Trash.TrashRepository).put(aDeletion(board), false)
    const found: Array<string> = []
    for (let page: ReadonlyArray<string> = [""]; page.length > 0;) {
      page = yield* webhooks.listIds(page.at(-1) ?? "", 2)
      assert.isAtMost(page.length, 2)
      found.push(...page)
    }
    assert.deepStrictEqual(found, [...new Set(found)].toSorted())
    assert.includeMembers(
      found,
      [...given, trashed].map(({ id }) => id)
    )
  })

  it("refuses a taken id, and a place that does not exist", function* () {
    const webhook = yield* givenWebhook()
    yield* dies(webhooks.insert(webhook))
    yield* dies(givenWebhook({ workspaceId: fresh("workspace") as Workspace.WorkspaceId, boardId: null }))
    yield* dies(givenWebhook({ boardId: fresh("board") as Board.BoardId }))
  })

  it("lists the webhooks of a board or of the workspace itself, in order of creation", function* () {
    const { board, workspace } = yield* givenBoard()
    const other = yield* givenBoard({ workspace })
    const given = (boardId: Board.BoardId | null, created: number) =>
      givenWebhook({ workspaceId: workspace.id, boardId, createdAt: instant(created) })
    const [second, first] = [yield* given(board.id, 2), yield* given(board.id, 1)]
    const elsewhere = yield* given(other.board.id, 1)
    const whole = yield* given(null, 1)
    const place = { workspaceId: workspace.id }
    assert.deepStrictEqual(yield* webhooks.list({ ...place, boardId: board.id }), [first, second])
    assert.deepStrictEqual(yield* webhooks.list({ ...place, boardId: other.board.id }), [elsewhere])
    assert.deepStrictEqual(yield* webhooks.list({ ...place, boardId: null }), [whole])
  })

  it("replaces every field but id, place and time of creation", function* () {
    const before = yield* givenWebhook()
    const other = yield* givenWebhook()
    const changes = {
      url: "https://other.test",
      creatorId: other.creatorId,
      types: ["task.deleted"],
      status: "paused",
      disabledReason: "gone",
      failingSince: instant(1),
      updatedAt: instant(2),
      secret: "new",
      previousSecret: "old",
      previousUntil: instant(3),
      position: 7,
      replay: { from: 1, until: 2 },
      checkAt: instant(4)
    } as const
    const { boardId, workspaceId } = other
    yield* webhooks.replace({ ...before, ...changes, workspaceId, boardId, createdAt: instant(9) })
    assert.deepStrictEqual(valueOf(yield* webhooks.find(before.id)), { ...before, ...changes })
    yield* webhooks.replace(before)
    assert.deepStrictEqual(valueOf(yield* webhooks.find(before.id)), before)
    assert.deepStrictEqual(valueOf(yield* webhooks.find(other.id)), other)
  })

  it("lists the webhooks that have work in order of their ids, after one of them", function* () {
    const made = yield* Effect.replicateEffect(givenWebhook({ replay: { from: 0, until: 1 } }), 3)
    const inOrder = made.map(({ creatorId, id }) => ({ id, creatorId })).toSorted((a, b) => (a.id < b.id ? -1 : 1))
    const dueAfter = (after: string) =>
      Effect.map(webhooks.listDue(instant(1), 0, after, 10_000), (due) =>
        due.filter(({ id }) => made.some((webhook) => webhook.id === id))
      )
    assert.deepStrictEqual(yield* dueAfter(""), inOrder)
    assert.deepStrictEqual(yield* dueAfter(inOrder[1]?.id ?? ""), inOrder.slice(2))
  })

  it("removes a webhook with its deliveries", function* () {
    const gone = yield* givenWebhook()
    const kept = yield* givenWebhook()
    for (const { id } of [gone, kept]) yield* deliveries.plan([aDelivery({ webhookId: id, position: 1 })])
    assert.isTrue(yield* webhooks.remove(gone.id))
    assert.isFalse(yield* webhooks.remove(gone.id))
    isNone(yield* webhooks.find(gone.id))
    isNone(yield* deliveries.find(gone.id, 1))
    valueOf(yield* webhooks.find(kept.id))
    valueOf(yield* deliveries.find(kept.id, 1))
  })

  it("removes the webhooks of their creator, and returns them", function* () {
    const creatorId = fresh("user") as Account.UserId
    const [gone, also, kept] = [
      yield* givenWebhook({ creatorId }),
      yield* givenWebhook({ creatorId }),
      yield* givenWebhook()
    ]
    yield* deliveries.plan([aDelivery({ webhookId: gone.id, position: 1 })])
    assert.sameDeepMembers([...(yield* webhooks.removeOf(creatorId))], [gone, also])
    isNone(yield* webhooks.find(gone.id))
    isNone(yield* deliveries.find(gone.id, 1))
    valueOf(yield* webhooks.find(kept.id))
  })

  it("the removal of a board or a workspace removes its webhooks", function* () {
    const workspaces = yield* Workspace.WorkspaceRepository
    const { board, workspace } = yield* givenBoard()
    const onBoard = yield* givenWebhook({ workspaceId: workspace.id, boardId: board.id })
    const ofWorkspace = yield* givenWebhook({ workspaceId: workspace.id, boardId: null })
    const kept = yield* givenWebhook()
    yield* deliveries.plan([aDelivery({ webhookId: onBoard.id, position: 1 })])
    yield* removeWhole(aDeletion(board))
    isNone(yield* webhooks.find(onBoard.id))
    isNone(yield* deliveries.find(onBoard.id, 1))
    valueOf(yield* webhooks.find(ofWorkspace.id))
    yield* workspaces.remove(workspace.id)
    isNone(yield* webhooks.find(ofWorkspace.id))
    valueOf(yield* webhooks.find(kept.id))
  })

  it("locking a webhook lets one transaction at a time change it", function* () {
    const { id } = yield* givenWebhook({ position: 0 })
    const count = Ports.transactional(
      Effect.gen(function* () {
        const webhook = valueOf(yield* webhooks.lock(id))
        yield* webhooks.replace({ ...webhook, position: webhook.position + 1 })
      })
    )
    yield* atOnce(10, () => count)
    assert.strictEqual(valueOf(yield* webhooks.find(id)).position, 10)
  })

  it("a webhook of a board has work when the board changed, one of a workspace when anything did", function* () {
    const start = yield* headPosition
    const onBoard = yield* givenWebhook({ position: start })
    const ofWorkspace = yield* givenWebhook({ boardId: null, position: start })
    const { boardId, workspaceId } = onBoard
    assert.deepStrictEqual([yield* isDue(onBoard.id, 1, start), yield* isDue(ofWorkspace.id, 1, start)], [false, false])
    const other = yield* record(aChange({ workspaceId, boardId: fresh("board") as Board.BoardId }))
    assert.deepStrictEqual([yield* isDue(onBoard.id, 1, other), yield* isDue(ofWorkspace.id, 1, other)], [false, true])
    const own = yield* record(aChange({ workspaceId, boardId }))
    assert.deepStrictEqual([yield* isDue(onBoard.id, 1, other), yield* isDue(onBoard.id, 1, own)], [false, true])
    yield* webhooks.replace({ ...onBoard, position: own })
    assert.isFalse(yield* isDue(onBoard.id, 1, own))
    yield* webhooks.replace({ ...onBoard, position: own, replay: { from: 0, until: 1 } })
    assert.isTrue(yield* isDue(onBoard.id, 1, own))
  })

  it("a webhook has work while a delivery is due and fewer than the most are leased", function* () {
    const { id } = yield* givenWebhook()
    const position = yield* headPosition
    const plan = (at: number, due: number) =>
      deliveries.plan([aDelivery({ webhookId: id, position: at, dueAt: instant(due) })])
    yield* plan(1, 5)
    assert.deepStrictEqual([yield* isDue(id, 4, position), yield* isDue(id, 5, position)], [false, true])
    yield* deliveries.claim(id, instant(5), instant(20))
    assert.deepStrictEqual([yield* isDue(id, 19, position), yield* isDue(id, 20, position)], [false, true])
    for (let at = 2; at <= Webhook.MAX_AT_ONCE; at++) yield* plan(at, 5)
    assert.isTrue(yield* isDue(id, 6, position))
    yield* deliveries.claim(id, instant(6), instant(20))
    yield* plan(99, 5)
    assert.isFalse(yield* isDue(id, 7, position))
  })

  it("a webhook that is disabled, not to be checked yet, or held has no work", function* () {
    const webhook = yield* givenWebhook({ replay: { from: 0, until: 1 } })
    const { id } = webhook
    const position = yield* headPosition
    assert.isTrue(yield* isDue(id, 5, position))
    yield* webhooks.replace({ ...webhook, status: "paused", checkAt: instant(6) })
    assert.deepStrictEqual([yield* isDue(id, 5, position), yield* isDue(id, 6, position)], [false, true])
    yield* webhooks.replace({ ...webhook, status: "disabled" })
    assert.isFalse(yield* isDue(id, 6, position))
    yield* webhooks.replace(webhook)
    assert.isTrue(yield* hasWork)
    assert.isFalse(yield* whileHeld(hasWork))
    yield* webhooks.remove(id)
  })

  it("reports the first change that a webhook needs, not of those that are disabled", function* () {
    const first = (yield* headPosition) + 1
    const { boardId, workspaceId } = yield* givenWebhook({ position: 0, status: "disabled" })
    yield* record(aChange({ workspaceId, boardId }))
    const waiting = yield* givenWebhook({ workspaceId, boardId, position: 0 })
    assert.isAtMost((yield* firstNeeded) ?? Infinity, first)
    yield* webhooks.remove(waiting.id)
    const planned = yield* givenWebhook({ workspaceId, boardId, position: first })
    assert.notStrictEqual(yield* firstNeeded, first)
    yield* webhooks.remove(planned.id)
  })

  it("needs the change of a delivery until it has ended, and those of a replay", function* () {
    const head = yield* headPosition
    const webhook = yield* givenWebhook({ position: head })
    const needs = (position: number) => Effect.map(firstNeeded, (first) => first === position)
    const delivery = aDelivery({ webhookId: webhook.id, position: -1 })
    yield* deliveries.plan([delivery, aDelivery({ webhookId: webhook.id, position: 0 })])
    assert.isTrue(yield* needs(-1))
    yield* deliveries.claim(webhook.id, instant(), instant(9))
    yield* deliveries.finish({ ...delivery, status: "delivered", endedAt: instant() }, instant(9))
    assert.isTrue(yield* needs(0))
    yield* webhooks.replace({ ...webhook, replay: { from: -3, until: 0 } })
    assert.isTrue(yield* needs(-2))
    yield* webhooks.replace({ ...webhook, status: "disabled", replay: { from: -3, until: 0 } })
    assert.isFalse(yield* needs(-2))
    yield* webhooks.remove(webhook.id)
  })
}

/** Runs the suite on an adapter. */
export const webhookRepositoryContract = contract("WebhookRepository", webhookRepositorySuite)
