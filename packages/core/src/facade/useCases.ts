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
    authenticate: anonymous<typeof authenticate>(authenticate),
    verifyEmail: anonymous<typeof verifyEmail>(verifyEmail),
    resendVerification: anonymous<typeof resendVerification>(resendVerification),
    requestPasswordReset: anonymous<typeof requestPasswordReset>(requestPasswordReset),
    resetPassword: anonymous<typeof resetPassword>(resetPassword),
    profile: acting<typeof getProfile>(getProfile),
    completeOnboarding: acting<typeof completeOnboarding>(completeOnboarding),
    list: acting<typeof listAccounts>(listAccounts),
    find: acting<typeof findAccount>(findAccount),
    create: acting<typeof createAccount>(createAccount),
    verify: acting<typeof verifyAccount>(verifyAccount),
    setPassword: acting<typeof setPassword>(setPassword),
    disable: acting<typeof disableAccount>(disableAccount),
    enable: acting<typeof enableAccount>(enableAccount),
    mintToken: acting<typeof mintToken>(mintToken)
  },
  workspaces: {
    list: acting<typeof listWorkspaces>(listWorkspaces),
    get: acting<typeof getWorkspace>(getWorkspace),
    create: acting<typeof createWorkspace>(createWorkspace),
    update: acting<typeof updateWorkspace>(updateWorkspace),
    delete: acting<typeof deleteWorkspace>(deleteWorkspace),
    listAll: acting<typeof listAllWorkspaces>(listAllWorkspaces),
    find: acting<typeof findAnyWorkspace>(findAnyWorkspace)
  },
  boards: {
    list: acting<typeof listBoards>(listBoards),
    get: acting<typeof getBoard>(getBoard),
    find: acting<typeof findBoard>(findBoard),
    create: acting<typeof createBoard>(createBoard),
    import: acting<typeof importBoard>(importBoard),
    export: acting<typeof exportIterable>(exportIterable),
    restore: acting<typeof restoreIterable>(restoreIterable),
    update: acting<typeof updateBoard>(updateBoard),
    delete: acting<typeof deleteBoard>(deleteBoard),
    addGroup: acting<typeof addGroup>(addGroup),
    addColumn: acting<typeof addColumn>(addColumn),
    updateColumn: acting<typeof updateColumn>(updateColumn)
  },
  members: {
    invite: acting<typeof inviteMember>(inviteMember),
    update: acting<typeof updateMember>(updateMember),
    remove: acting<typeof removeMember>(removeMember)
  },
  invitations: {
    listMine: acting<typeof listMyInvitations>(listMyInvitations),
    listOfBoard: acting<typeof listBoardInvitations>(listBoardInvitations),
    accept: acting<typeof acceptInvitation>(acceptInvitation),
    decline: acting<typeof declineInvitation>(declineInvitation),
    withdraw: acting<typeof withdrawInvitation>(withdrawInvitation)
  },
  tasks: {
    list: acting<typeof listTasks>(listTasks),
    get: acting<typeof getTask>(getTask),
    create: acting<typeof createTask>(createTask),
    update: acting<typeof updateTask>(updateTask),
    move: acting<typeof moveTask>(moveTask),
    delete: acting<typeof deleteTask>(deleteTask),
    listComments: acting<typeof listComments>(listComments),
    listSubtasks: acting<typeof listSubtasks>(listSubtasks),
    listTimeEntries: acting<typeof listTimeEntries>(listTimeEntries),
    addComment: acting<typeof addComment>(addComment),
    addSubtask: acting<typeof addSubtask>(addSubtask),
    updateSubtask: acting<typeof updateSubtask>(updateSubtask),
    addTimeEntry: acting<typeof addTimeEntry>(addTimeEntry)
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
