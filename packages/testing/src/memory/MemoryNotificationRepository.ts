import { type Account, Notification } from "@boardwright/core"
import { Effect, Layer } from "effect"
import { insertAll, type MemoryState, put, without } from "./MemoryState.js"
import { MemoryStore } from "./MemoryStore.js"
import { sortedBy } from "./order.js"

const found = (state: MemoryState, notification: Notification.Notification): Notification.FoundNotification => {
  const { kind, taskId, userId } = notification
  const stored = taskId === null ? undefined : state.tasks.get(taskId)
  const task = kind === "mentioned" || stored?.assignees.includes(userId) === true ? stored : undefined
  const boardId = task?.boardId ?? notification.boardId
  return {
    ...notification,
    boardId,
    taskName: task?.name ?? null,
    boardName: state.boards.get(boardId)?.name ?? null
  }
}

const assigned = ({ tasks }: MemoryState): ReadonlyArray<Notification.DueTask & { readonly dueDate: string | null }> =>
  [...tasks.values()].flatMap(({ assignees, boardId, dueDate, id, status }) =>
    assignees.map((userId) => ({
      userId,
      taskId: id,
      boardId,
      dueDate: status.toLowerCase() === "done" ? null : dueDate
    }))
  )

/** The account, if it can be reminded on the day. */
const remindable = ({ accounts, reminders }: MemoryState, userId: Account.UserId, day: string) => {
  const account = accounts.get(userId)
  return account === undefined || (reminders.get(userId)?.day ?? "") >= day ? undefined : account
}

export const layer: Layer.Layer<Notification.NotificationRepository, never, MemoryStore> = Layer.effect(
  Notification.NotificationRepository,
  Effect.map(MemoryStore, (store) => ({
    insert: (notifications) =>
      MemoryStore.update(store, (state) => ({
        ...state,
        notifications: insertAll(state.notifications, notifications)
      })),
    list: (userId, limit) =>
      store.read((state) =>
        sortedBy(
          [...state.notifications.values()].filter((each) => each.userId === userId),
          ({ createdAt, id }) => [createdAt, id]
        )
          .slice(0, limit)
          .map((each) => found(state, each))
      ),
    remove: (ids) =>
      MemoryStore.update(store, (state) => ({
        ...state,
        notifications: without(state.notifications, ({ id }) => ids.includes(id))
      })),
    countAssigned: (boardId) =>
      store.read((state) => {
        const counts = new Map<Account.UserId, number>()
        for (const task of assigned(state))
          if (task.boardId === boardId) counts.set(task.userId, (counts.get(task.userId) ?? 0) + 1)
        return [...counts].map(([userId, tasks]) => ({ userId, tasks }))
      }),
    timezones: store.read(({ accounts }) => [
      ...new Set([null, ...[...accounts.values()].map(({ timezone }) => timezone)])
    ]),
    findDue: (timezone, day, from, until, limit) =>
      store.read((state) => {
        const due = assigned(state).filter(({ dueDate, userId }) => {
          const account = remindable(state, userId, day)
          if (account === undefined || account.verifiedAt === null || account.disabledAt !== null) return false
          return account.timezone === timezone && dueDate !== null && dueDate >= from && dueDate < until
        })
        return sortedBy(due, (each) => [each.userId, each.dueDate ?? "", each.taskId])
          .slice(0, limit)
          .map(({ boardId, taskId, userId }) => ({ userId, taskId, boardId }))
      }),
    markReminded: (userId, day) =>
      store.change((state) =>
        remindable(state, userId, day) === undefined
          ? [false, state]
          : [true, { ...state, reminders: put(state.reminders, userId, { day }) }]
      )
  }))
)
