import type { CurrentActor } from "../access/Actor.js"
import { authenticate } from "../account/authenticate.js"
import { completeOnboarding } from "../account/completeOnboarding.js"
import { createAccount } from "../account/createAccount.js"
import { disableAccount } from "../account/disableAccount.js"
import { enableAccount } from "../account/enableAccount.js"
import { findAccount } from "../account/findAccount.js"
import { getProfile } from "../account/getProfile.js"
import { listAccounts } from "../account/listAccounts.js"
import { mintToken } from "../account/mintToken.js"
import { requestPasswordReset } from "../account/requestPasswordReset.js"
import { resendVerification } from "../account/resendVerification.js"
import { resetPassword } from "../account/resetPassword.js"
import { setPassword } from "../account/setPassword.js"
import { signIn } from "../account/signIn.js"
import { signUp } from "../account/signUp.js"
import { verifyAccount } from "../account/verifyAccount.js"
import { verifyEmail } from "../account/verifyEmail.js"
import { addColumn } from "../board/addColumn.js"
import { addGroup } from "../board/addGroup.js"
import { acceptInvitation } from "../board/acceptInvitation.js"
import { declineInvitation } from "../board/declineInvitation.js"
import { removeMember } from "../board/removeMember.js"
import { updateMember } from "../board/updateMember.js"
import { createBoard } from "../board/createBoard.js"
import { deleteBoard } from "../board/deleteBoard.js"
import { findBoard } from "../board/findBoard.js"
import { getBoard } from "../board/getBoard.js"
import { inviteMember } from "../board/inviteMember.js"
import { listBoards } from "../board/listBoards.js"
import { listBoardInvitations } from "../board/listBoardInvitations.js"
import { listMyInvitations } from "../board/listMyInvitations.js"
import { updateBoard } from "../board/updateBoard.js"
import { updateColumn } from "../board/updateColumn.js"
import { withdrawInvitation } from "../board/withdrawInvitation.js"
import { importBoard } from "../import/importBoard.js"
import { addComment } from "../task/addComment.js"
import { addSubtask } from "../task/addSubtask.js"
import { addTimeEntry } from "../task/addTimeEntry.js"
import { createTask } from "../task/createTask.js"
import { deleteTask } from "../task/deleteTask.js"
import { getTask } from "../task/getTask.js"
import { listComments, listSubtasks, listTimeEntries } from "../task/listChildren.js"
import { listTasks } from "../task/listTasks.js"
import { moveTask } from "../task/moveTask.js"
import { updateSubtask } from "../task/updateSubtask.js"
import { updateTask } from "../task/updateTask.js"
import { createWorkspace } from "../workspace/createWorkspace.js"
import { deleteWorkspace } from "../workspace/deleteWorkspace.js"
import { findAnyWorkspace } from "../workspace/findAnyWorkspace.js"
import { getWorkspace } from "../workspace/getWorkspace.js"
import { listAllWorkspaces } from "../workspace/listAllWorkspaces.js"
import { listWorkspaces } from "../workspace/listWorkspaces.js"
import { updateWorkspace } from "../workspace/updateWorkspace.js"
import { exportIterable, restoreIterable } from "./archives.js"
import { acting, anonymous, type ContextOf, type Run } from "./entries.js"

/** Every use case, grouped by noun: what a facade in another style is made from. */
export const useCases = {
  accounts: {
    signUp: anonymous<typeof signUp>(signUp),
    signIn: anonymous<typeof signIn>(signIn),
    authenticate: anonymous<typeof authenticate>(authenticate, "token"),
    verifyEmail: anonymous<typeof verifyEmail>(verifyEmail, "token"),
    resendVerification: anonymous<typeof resendVerification>(resendVerification),
    requestPasswordReset: anonymous<typeof requestPasswordReset>(requestPasswordReset),
    resetPassword: anonymous<typeof resetPassword>(resetPassword),
    profile: acting<typeof getProfile>(getProfile),
    completeOnboarding: acting<typeof completeOnboarding>(completeOnboarding),
    list: acting<typeof listAccounts>(listAccounts),
    find: acting<typeof findAccount>(findAccount, "idOrEmail"),
    create: acting<typeof createAccount>(createAccount),
    verify: acting<typeof verifyAccount>(verifyAccount, "idOrEmail"),
    setPassword: acting<typeof setPassword>(setPassword, "idOrEmail"),
    disable: acting<typeof disableAccount>(disableAccount, "idOrEmail"),
    enable: acting<typeof enableAccount>(enableAccount, "idOrEmail"),
    mintToken: acting<typeof mintToken>(mintToken, "idOrEmail")
  },
  workspaces: {
    list: acting<typeof listWorkspaces>(listWorkspaces),
    get: acting<typeof getWorkspace>(getWorkspace, "workspaceId"),
    create: acting<typeof createWorkspace>(createWorkspace),
    update: acting<typeof updateWorkspace>(updateWorkspace, "workspaceId"),
    delete: acting<typeof deleteWorkspace>(deleteWorkspace, "workspaceId"),
    listAll: acting<typeof listAllWorkspaces>(listAllWorkspaces),
    find: acting<typeof findAnyWorkspace>(findAnyWorkspace, "idOrName")
  },
  boards: {
    list: acting<typeof listBoards>(listBoards),
    get: acting<typeof getBoard>(getBoard, "boardId"),
    find: acting<typeof findBoard>(findBoard, "idOrName"),
    create: acting<typeof createBoard>(createBoard),
    import: acting<typeof importBoard>(importBoard),
    export: acting<typeof exportIterable>(exportIterable, "boardId"),
    restore: acting<typeof restoreIterable>(restoreIterable),
    update: acting<typeof updateBoard>(updateBoard, "boardId"),
    delete: acting<typeof deleteBoard>(deleteBoard, "boardId"),
    addGroup: acting<typeof addGroup>(addGroup, "boardId"),
    addColumn: acting<typeof addColumn>(addColumn, "boardId"),
    updateColumn: acting<typeof updateColumn>(updateColumn, "boardId", "columnId")
  },
  members: {
    invite: acting<typeof inviteMember>(inviteMember, "boardId"),
    update: acting<typeof updateMember>(updateMember, "boardId", "userId"),
    remove: acting<typeof removeMember>(removeMember, "boardId", "userId")
  },
  invitations: {
    listMine: acting<typeof listMyInvitations>(listMyInvitations),
    listOfBoard: acting<typeof listBoardInvitations>(listBoardInvitations, "boardId"),
    accept: acting<typeof acceptInvitation>(acceptInvitation, "invitationId"),
    decline: acting<typeof declineInvitation>(declineInvitation, "invitationId"),
    withdraw: acting<typeof withdrawInvitation>(withdrawInvitation, "boardId", "invitationId")
  },
  tasks: {
    list: acting<typeof listTasks>(listTasks),
    get: acting<typeof getTask>(getTask, "taskId"),
    create: acting<typeof createTask>(createTask),
    update: acting<typeof updateTask>(updateTask, "taskId"),
    move: acting<typeof moveTask>(moveTask, "taskId"),
    delete: acting<typeof deleteTask>(deleteTask, "taskId"),
    listComments: acting<typeof listComments>(listComments, "taskId"),
    listSubtasks: acting<typeof listSubtasks>(listSubtasks, "taskId"),
    listTimeEntries: acting<typeof listTimeEntries>(listTimeEntries, "taskId"),
    addComment: acting<typeof addComment>(addComment, "taskId"),
    addSubtask: acting<typeof addSubtask>(addSubtask, "taskId"),
    updateSubtask: acting<typeof updateSubtask>(updateSubtask, "taskId", "subtaskId"),
    addTimeEntry: acting<typeof addTimeEntry>(addTimeEntry, "taskId")
  }
} as const

type Entries = (typeof useCases)[keyof typeof useCases]
type EntryOf<Group> = Group extends unknown ? Group[keyof Group] : never

/** The services that all use cases together need, but the actor. */
export type UseCaseServices = Exclude<
  EntryOf<Entries> extends infer Entry
    ? Entry extends { readonly run: infer F extends Run }
      ? ContextOf<F>
      : never
    : never,
  CurrentActor
>
