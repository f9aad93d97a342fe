import type { Effect } from "effect"
import type { CurrentActor } from "../access/Actor.js"
import * as Account from "../account/index.js"
import * as AccountDeletion from "../accountDeletion/index.js"
import * as Board from "../board/index.js"
import * as Calendar from "../calendar/index.js"
import { listBoardActivity, listTaskActivity } from "../change/listActivity.js"
import { listConsumers, removeConsumer, resumeConsumer } from "../change/consumers.js"
import { listChanges } from "../change/listChanges.js"
import { bulkTasks } from "../bulk/bulkTasks.js"
import { duplicateBoard } from "../duplicate/duplicateBoard.js"
import { duplicateTask } from "../duplicate/duplicateTask.js"
import { duplicateWorkspace } from "../duplicate/duplicateWorkspace.js"
import { importBoard } from "../import/importBoard.js"
import type { IdempotencyRepository } from "../idempotency/IdempotencyRepository.js"
import * as Onboarding from "../onboarding/index.js"
import { search } from "../search/search.js"
import * as Task from "../task/index.js"
import * as Trash from "../trash/index.js"
import { undoChange } from "../undo/undoChange.js"
import * as Webhook from "../webhook/index.js"
import * as Workspace from "../workspace/index.js"
import { calendarIterable, exportAccountIterable, exportIterable, restoreIterable } from "./archiveIterables.js"
import { SCOPES, withScopes } from "./withScopes.js"
import { type Run, withSpans } from "./withSpans.js"

/** A name for each string that leads the parameters of a use case. */
type TextNames<P> = P extends readonly [string, ...infer Rest]
  ? readonly [name: string, ...TextNames<Rest>]
  : readonly []
/** Follows the names where the last parameter is optional: a function's own `length` does not count that. */
const OPTIONAL = Symbol("optional")
type IsOptional<P> = P extends readonly []
  ? false
  : P extends readonly [unknown, ...infer Rest]
    ? IsOptional<Rest>
    : true
type NamesOf<F> = F extends (...parameters: infer P) => unknown
  ? IsOptional<P> extends true
    ? readonly [...TextNames<P>, typeof OPTIONAL]
    : TextNames<P>
  : never

interface UseCase<F extends Run, NeedsActor extends boolean> {
  readonly needsActor: NeedsActor
  /** Whether it takes an idempotency key. */
  readonly isMaking: boolean
  /** Names of the strings, such as ids, that lead the parameters. */
  readonly texts: ReadonlyArray<string>
  /** How many parameters it takes at most, without the actor and the options of the call. */
  readonly most: number
  readonly run: F
}

export type Acting<F extends Run> = UseCase<F, true>
/** Makes something in one transaction, and takes an idempotency key. */
export interface Making<F extends Run> extends Acting<F> {
  readonly isMaking: true
}
export type Anonymous<F extends Run> = UseCase<F, false>

type ContextOf<F extends Run> = Effect.Effect.Context<ReturnType<F>>

const withParameters = <F extends Run>(run: F, names: ReadonlyArray<string | typeof OPTIONAL>) => ({
  texts: names.filter((name) => name !== OPTIONAL),
  most: run.length + (names.at(-1) === OPTIONAL ? 1 : 0),
  run
})

/** Compiles only for use cases that need an actor. */
const acting = <F extends Run>(
  run: F & (CurrentActor extends ContextOf<F> ? unknown : never),
  ...names: NamesOf<F>
): Acting<F> => ({ needsActor: true, isMaking: false, ...withParameters<F>(run, names) })

/** Compiles only for use cases that need an actor and make something in one transaction, by `recording` or `once`. */
const making = <F extends Run>(
  run: F & (CurrentActor | IdempotencyRepository extends ContextOf<F> ? unknown : never),
  ...names: NamesOf<F>
): Making<F> => ({ needsActor: true, isMaking: true, ...withParameters<F>(run, names) })

/** Compiles only for use cases that need no actor. */
const anonymous = <F extends Run>(
  run: F & (CurrentActor extends ContextOf<F> ? never : unknown),
  ...names: NamesOf<F>
): Anonymous<F> => ({ needsActor: false, isMaking: false, ...withParameters<F>(run, names) })

const table = withSpans({
  accounts: {
    signUp: anonymous(Account.signUp),
    signIn: anonymous(Account.signIn),
    startSingleSignOn: anonymous(Account.startSingleSignOn),
    finishSingleSignOn: anonymous(Account.finishSingleSignOn, "pending", "query"),
    exchangeSignInCode: anonymous(Account.exchangeSignInCode, "pending"),
    authenticate: anonymous(Account.authenticate, "token"),
    verifyEmail: anonymous(Account.verifyEmail, "token"),
    resendVerification: anonymous(Account.resendVerification),
    requestPasswordReset: anonymous(Account.requestPasswordReset),
    resetPassword: anonymous(Account.resetPassword),
    unsubscribe: anonymous(Account.unsubscribe, "token"),
    profile: acting(Account.getProfile),
    updateProfile: acting(Account.updateProfile),
    changePassword: acting(Account.changePassword),
    deleteOwn: acting(AccountDeletion.deleteOwnAccount),
    exportOwn: acting(exportAccountIterable),
    changeEmail: acting(Account.changeEmail),
    confirmEmail: anonymous(Account.confirmEmail),
    undoEmail: anonymous(Account.undoEmail),
    completeOnboarding: acting(Onboarding.completeOnboarding),
    sessions: acting(Account.listSessions, OPTIONAL),
    endSession: acting(Account.endSession, "sessionId"),
    signOut: acting(Account.signOut),
    signOutEverywhere: acting(Account.signOutEverywhere, OPTIONAL),
    sessionsOf: acting(Account.listSessionsOf, "idOrEmail", OPTIONAL),
    signOutUser: acting(Account.signOutUser, "idOrEmail", OPTIONAL),
    events: acting(Account.listOwnSecurityEvents, OPTIONAL),
    listEvents: acting(Account.listSecurityEvents, OPTIONAL),
    list: acting(Account.listAccounts, OPTIONAL),
    find: acting(Account.findAccount, "idOrEmail"),
    create: acting(Account.createAccount),
    verify: acting(Account.verifyAccount, "idOrEmail"),
    setPassword: acting(Account.setPassword, "idOrEmail"),
    disable: acting(Account.disableAccount, "idOrEmail"),
    enable: acting(Account.enableAccount, "idOrEmail"),
    delete: acting(AccountDeletion.deleteAccount, "idOrEmail"),
    mintToken: acting(Account.mintToken, "idOrEmail", OPTIONAL)
  },
  workspaces: {
    list: acting(Workspace.listWorkspaces, OPTIONAL),
    get: acting(Workspace.getWorkspace, "workspaceId"),
    create: making(Workspace.createWorkspace),
    duplicate: making(duplicateWorkspace, "workspaceId", OPTIONAL),
    update: acting(Workspace.updateWorkspace, "workspaceId"),
    delete: acting(Workspace.deleteWorkspace, "workspaceId"),
    transfer: acting(Workspace.transferWorkspace, "workspaceId"),
    listAll: acting(Workspace.listAllWorkspaces, OPTIONAL),
    find: acting(Workspace.findAnyWorkspace, "idOrName")
  },
  workspaceMembers: {
    list: acting(Board.listWorkspaceMembers, "workspaceId", OPTIONAL),
    invite: making(Board.inviteToWorkspace, "workspaceId"),
    update: acting(Board.updateWorkspaceMember, "workspaceId", "userId"),
    remove: acting(Board.removeWorkspaceMember, "workspaceId", "userId"),
    listInvitations: acting(Board.listWorkspaceInvitations, "workspaceId", OPTIONAL),
    withdraw: acting(Board.withdrawWorkspaceInvitation, "workspaceId", "invitationId"),
    resend: acting(Board.resendWorkspaceInvitation, "workspaceId", "invitationId")
  },
  boards: {
    list: acting(Board.listBoards),
    get: acting(Board.getBoard, "boardId"),
    people: acting(Board.listPeople, "boardId", OPTIONAL),
    calendar: anonymous(calendarIterable, "boardId", "key"),
    createCalendarLink: making(Calendar.createCalendarLink, "boardId"),
    listCalendarLinks: acting(Calendar.listCalendarLinks, "boardId", OPTIONAL),
    deleteCalendarLink: acting(Calendar.deleteCalendarLink, "boardId", "linkId"),
    find: acting(Board.findBoard, "idOrName"),
    create: making(Board.createBoard),
    duplicate: making(duplicateBoard, "boardId", OPTIONAL),
    import: making(importBoard, OPTIONAL),
    export: acting(exportIterable, "boardId"),
    restore: acting(restoreIterable, OPTIONAL),
    update: acting(Board.updateBoard, "boardId"),
    delete: acting(Board.deleteBoard, "boardId", OPTIONAL),
    addGroup: making(Board.addGroup, "boardId"),
    updateGroup: acting(Board.updateGroup, "boardId", "groupId"),
    deleteGroup: acting(Board.deleteGroup, "boardId", "groupId", OPTIONAL),
    addColumn: making(Board.addColumn, "boardId"),
    updateColumn: acting(Board.updateColumn, "boardId", "columnId"),
    deleteColumn: acting(Board.deleteColumn, "boardId", "columnId")
  },
  members: {
    invite: making(Board.inviteMember, "boardId"),
    update: acting(Board.updateMember, "boardId", "userId"),
    remove: acting(Board.removeMember, "boardId", "userId")
  },
  invitations: {
    listMine: acting(Board.listMyInvitations, OPTIONAL),
    listOfBoard: acting(Board.listBoardInvitations, "boardId", OPTIONAL),
    accept: acting(Board.acceptInvitation, "invitationId"),
    decline: acting(Board.declineInvitation, "invitationId"),
    withdraw: acting(Board.withdrawInvitation, "boardId", "invitationId"),
    resend: acting(Board.resendInvitation, "boardId", "invitationId")
  },
  tasks: {
    list: acting(Task.listTasks),
    mine: acting(Task.listMyTasks, OPTIONAL),
    get: acting(Task.getTask, "taskId"),
    create: making(Task.createTask),
    update: acting(Task.updateTask, "taskId"),
    move: acting(Task.moveTask, "taskId"),
    moveToBoard: acting(Task.moveTaskToBoard, "taskId"),
    duplicate: making(duplicateTask, "taskId", OPTIONAL),
    bulk: making(bulkTasks),
    delete: acting(Task.deleteTask, "taskId", OPTIONAL),
    listComments: acting(Task.listComments, "taskId", OPTIONAL),
    listSubtasks: acting(Task.listSubtasks, "taskId", OPTIONAL),
    listTimeEntries: acting(Task.listTimeEntries, "taskId", OPTIONAL),
    addComment: making(Task.addComment, "taskId"),
    updateComment: acting(Task.updateComment, "taskId", "commentId"),
    deleteComment: acting(Task.deleteComment, "taskId", "commentId"),
    addSubtask: making(Task.addSubtask, "taskId"),
    updateSubtask: acting(Task.updateSubtask, "taskId", "subtaskId"),
    deleteSubtask: acting(Task.deleteSubtask, "taskId", "subtaskId"),
    addTimeEntry: making(Task.addTimeEntry, "taskId"),
    updateTimeEntry: acting(Task.updateTimeEntry, "taskId", "entryId"),
    deleteTimeEntry: acting(Task.deleteTimeEntry, "taskId", "entryId")
  },
  search: {
    find: acting(search)
  },
  trash: {
    list: acting(Trash.listTrash),
    restore: acting(Trash.restoreDeletion, "deletionId"),
    purge: acting(Trash.purgeDeletion, "deletionId")
  },
  changes: {
    list: acting(listChanges, OPTIONAL),
    listOfBoard: acting(listBoardActivity, "boardId", OPTIONAL),
    listOfTask: acting(listTaskActivity, "taskId", OPTIONAL),
    undo: acting(undoChange, "changeId"),
    consumers: acting(listConsumers),
    resumeConsumer: acting(resumeConsumer, "name", OPTIONAL),
    removeConsumer: acting(removeConsumer, "name")
  },
  tokens: {
    create: making(Account.createApiToken),
    list: acting(Account.listApiTokens, OPTIONAL),
    delete: acting(Account.deleteApiToken, "tokenId"),
    createFor: making(Account.createApiTokenFor, "idOrEmail"),
    listAll: acting(Account.listAllApiTokens, OPTIONAL),
    revoke: acting(Account.revokeApiToken, "tokenId")
  },
  webhooks: {
    create: making(Webhook.createWebhook),
    list: acting(Webhook.listWebhooks),
    get: acting(Webhook.getWebhook, "webhookId"),
    update: acting(Webhook.updateWebhook, "webhookId"),
    delete: acting(Webhook.deleteWebhook, "webhookId"),
    rotateSecret: acting(Webhook.rotateWebhookSecret, "webhookId"),
    test: acting(Webhook.testWebhook, "webhookId"),
    listDeliveries: acting(Webhook.listDeliveries, "webhookId", OPTIONAL),
    redeliver: acting(Webhook.redeliver, "webhookId", "deliveryId"),
    replay: acting(Webhook.replayWebhook, "webhookId")
  }
} as const)

/** Every use case, grouped by noun. A facade in another style is derived from this table. */
export const useCases = withScopes(table, SCOPES)

type Entries = (typeof useCases)[keyof typeof useCases]
type EntryOf<Group> = Group extends unknown ? Group[keyof Group] : never

/** The services that all use cases together need, except the actor. */
export type UseCaseServices = Exclude<
  EntryOf<Entries> extends infer Entry
    ? Entry extends { readonly run: infer F extends Run }
      ? ContextOf<F>
      : never
    : never,
  CurrentActor
>
