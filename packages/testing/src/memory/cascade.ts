import type { Board, Task, Webhook, Workspace } from "@boardwright/core"
import { type MemoryState, type Trashed, without } from "./MemoryState.js"

const withoutTasks = (state: MemoryState, gone: (task: Task.PlacedTask) => boolean): MemoryState => {
  const ids = new Set([...state.tasks.values()].filter(gone).map((task) => task.id))
  const under = (child: { readonly taskId: Task.TaskId }) => ids.has(child.taskId)
  return {
    ...state,
    tasks: without(state.tasks, (task) => ids.has(task.id)),
    comments: without(state.comments, under),
    subtasks: without(state.subtasks, under),
    timeEntries: without(state.timeEntries, under)
  }
}

/** The state without the webhooks that the predicate selects, and their deliveries. */
export const withoutWebhooks = (state: MemoryState, gone: (webhook: Webhook.StoredWebhook) => boolean): MemoryState => {
  const ids = new Set([...state.webhooks.values()].filter(gone).map(({ id }) => id))
  if (ids.size === 0) return state
  return {
    ...state,
    webhooks: without(state.webhooks, ({ id }) => ids.has(id)),
    deliveries: without(state.deliveries, ({ delivery }) => ids.has(delivery.webhookId))
  }
}

const withoutBoards = (state: MemoryState, gone: (board: Board.Board) => boolean): MemoryState => {
  const ids = new Set([...state.boards.values()].filter(gone).map((board) => board.id))
  const on = ({ boardId }: { readonly boardId: Board.BoardId | null }) => boardId !== null && ids.has(boardId)
  const left = withoutTasks(state, on)
  return {
    ...left,
    boards: without(left.boards, (board) => ids.has(board.id)),
    groups: without(left.groups, on),
    columns: without(left.columns, on),
    members: without(left.members, on),
    invitations: without(left.invitations, on)
  }
}

export const withoutTask = (state: MemoryState, id: Task.TaskId): MemoryState =>
  withoutTasks(state, (task) => task.id === id)

/** The state without a board and what is on it, but with its webhooks and calendar links. */
export const withoutBoard = (state: MemoryState, id: Board.BoardId): MemoryState =>
  withoutBoards(state, (board) => board.id === id)

/** The ids of a workspace's boards, those in the trash included. */
export const boardsIn = ({ boards, trash }: MemoryState, id: Workspace.WorkspaceId): ReadonlySet<Board.BoardId> => {
  const ids = new Set([...boards.values()].filter((board) => board.workspaceId === id).map((board) => board.id))
  for (const { deletion } of trash.values()) if (deletion.workspaceId === id) ids.add(deletion.boardId)
  return ids
}

export const withoutWorkspace = (state: MemoryState, id: Workspace.WorkspaceId): MemoryState => {
  const gone = boardsIn(state, id)
  const left = withoutWebhooks(
    withoutBoards(state, (board) => board.workspaceId === id),
    ({ workspaceId }) => workspaceId === id
  )
  return {
    ...left,
    calendarLinks: without(left.calendarLinks, ({ boardId }) => gone.has(boardId)),
    workspaces: without(left.workspaces, (workspace) => workspace.id === id),
    workspaceMembers: without(left.workspaceMembers, ({ workspaceId }) => workspaceId === id),
    invitations: without(left.invitations, ({ workspaceId }) => workspaceId === id),
    trash: without(left.trash, ({ deletion }) => deletion.workspaceId === id)
  }
}

/** The state without the account and all that belongs to it, also in the trash. */
export const withoutAccount = (state: MemoryState, id: string): MemoryState => {
  const isOthers = <A extends { readonly userId: string | null }>(rows: ReadonlyMap<string, A>) =>
    without(rows, ({ userId }) => userId === id)
  const inTrash = ([key, { rows, ...trashed }]: readonly [string, Trashed]) =>
    [
      key,
      {
        ...trashed,
        rows: {
          ...rows,
          members: rows.members.filter(([, { userId }]) => userId !== id),
          invitations: rows.invitations.filter(([, { userId }]) => userId !== id)
        }
      }
    ] as const
  return {
    ...state,
    accounts: without(state.accounts, (account) => account.id === id),
    emailTokens: isOthers(state.emailTokens),
    emailChanges: isOthers(state.emailChanges),
    knownClients: isOthers(state.knownClients),
    apiTokens: isOthers(state.apiTokens),
    identities: isOthers(state.identities),
    notifications: isOthers(state.notifications),
    sessions: isOthers(state.sessions),
    members: isOthers(state.members),
    workspaceMembers: isOthers(state.workspaceMembers),
    invitations: isOthers(state.invitations),
    trash: new Map([...state.trash].map(inTrash))
  }
}
