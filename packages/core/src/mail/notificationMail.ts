import { Clock, Duration, Effect } from "effect"
import { AccessRepository } from "../access/AccessRepository.js"
import { mayOnBoard } from "../access/policy.js"
import type { Account } from "../account/Account.js"
import { EmailTokenRepository, LIFETIME } from "../account/EmailTokenRepository.js"
import { DEFAULT_TIMEZONE } from "../account/timezone.js"
import { usersById } from "../account/faces.js"
import { localTime } from "../notification/localTime.js"
import type { FoundNotification } from "../notification/NotificationRepository.js"
import { Links } from "../ports/Links.js"
import { Secrets } from "../ports/Secrets.js"
import type { BoardId } from "../values/ids.js"
import { fromMillis, toMillis } from "../values/Timestamp.js"
import type { MailTexts } from "./texts/en.js"
import { textsIn } from "./texts/textsIn.js"
import { plainName, writeMail } from "./writeMail.js"

/** Most lines of a mail. */
const MAX_LINES = 20

/** Those that the user wants and may read now, each once. */
const wanted = Effect.fnUntraced(function* (account: Account, found: ReadonlyArray<FoundNotification>) {
  const access = yield* AccessRepository
  const mayRead = new Map<BoardId, boolean>()
  const kept = new Map<string, FoundNotification>()
  const dayOf = (millis: number) => localTime(account.timezone ?? DEFAULT_TIMEZONE, millis).day
  const today = dayOf(yield* Clock.currentTimeMillis)
  for (const each of found) {
    const { boardId, boardName, createdAt, kind, taskId, taskName } = each
    const isGone = boardName === null || (taskId !== null && taskName === null)
    // The mail server may have been away overnight: then the task is no longer due tomorrow.
    const isLate = kind === "due" && dayOf(toMillis(createdAt)) !== today
    if (isGone || isLate || account.notifications[kind] === false) continue
    if (!mayRead.has(boardId)) {
      const board = yield* access.board(boardId, account.id)
      mayRead.set(boardId, board._tag === "Some" && mayOnBoard(board.value.standing, "read the board"))
    }
    if (mayRead.get(boardId) === true) kept.set(`${kind} ${taskId ?? boardId}`, each)
  }
  return [...kept.values()]
})

const lineOf = (
  { boardName, kind, taskId, taskName, tasks }: FoundNotification,
  actor: string | null,
  { assigned, assignedMany, due, mentioned }: MailTexts["notification"]
): string => {
  const [task, board] = [plainName(taskName ?? ""), plainName(boardName ?? "")]
  if (kind === "due") return due(task, board)
  if (kind === "mentioned") return mentioned(actor, task, board)
  return taskId === null ? assignedMany(actor, tasks, board) : assigned(actor, task, board)
}

/** The links of a mail, with a new token that unsubscribes. */
const linksOf = Effect.fnUntraced(function* (
  { id: userId }: Account,
  kept: ReadonlyArray<FoundNotification>,
  { openBoard, openBoards, openTask }: MailTexts["notification"]
) {
  const links = yield* Links
  const { hash, token } = yield* (yield* Secrets).mint
  const expiresAt = fromMillis((yield* Clock.currentTimeMillis) + Duration.toMillis(LIFETIME.unsubscribe))
  const tokens = yield* EmailTokenRepository
  yield* tokens.insert({ hash, purpose: "unsubscribe", userId, expiresAt, usedAt: null })
  const [board, ...boards] = new Set(kept.map(({ boardId }) => boardId))
  const [task = null, ...tasks] = new Set(kept.map(({ taskId }) => taskId))
  const onTask = task !== null && tasks.length === 0
  return {
    link:
      board !== undefined && boards.length === 0
        ? { action: onTask ? openTask : openBoard, href: links.board(board, onTask ? task : null) }
        : { action: openBoards, href: links.account },
    unsubscribe: { href: links.unsubscribePage(token), oneClick: links.unsubscribe(token) }
  }
})

/** The effect that composes the mail about what a user is told; null if nothing is left of it. */
export const notificationMail = Effect.fnUntraced(function* (
  account: Account,
  notifications: ReadonlyArray<FoundNotification>
) {
  const kept = yield* wanted(account, notifications)
  const [first] = kept
  if (first === undefined) return null
  return Effect.gen(function* () {
    const all = yield* textsIn(account.language)
    const { notification: texts } = all
    const shown = kept.slice(0, MAX_LINES)
    const users = yield* usersById(shown.flatMap(({ actorId }) => (actorId === null ? [] : [actorId])))
    const actorOf = ({ actorId }: FoundNotification) =>
      plainName((actorId === null ? undefined : users.get(actorId)?.name) ?? "")
    const lines = shown.map((each) => lineOf(each, actorOf(each), texts))
    const total = kept.reduce((sum, { tasks }) => sum + tasks, 0)
    const rest = total - shown.reduce((sum, { tasks }) => sum + tasks, 0)
    const { link, unsubscribe } = yield* linksOf(account, kept, texts)
    return writeMail(account, all, {
      subject: kept.length === 1 ? (lines[0] ?? "") : texts.subject(total),
      reason: texts.reason,
      lines: rest > 0 ? [...lines, texts.more(rest)] : lines,
      link,
      closing: [all.choose],
      unsubscribe
    })
  })
})
