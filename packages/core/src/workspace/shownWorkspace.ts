import type { WorkspaceAccess } from "../access/AccessRepository.js"
import type { Role } from "../access/policy.js"
import type { Workspace } from "./Workspace.js"

/** A workspace as use cases return it. */
export interface ShownWorkspace extends Workspace {
  /** Of the acting user, where a pending invitation counts as its role. Null for who only shares boards, and for the operator. */
  readonly role: "owner" | Role | null
}

/** A workspace with the role of the user whose access it is. */
export const shownTo = (workspace: Workspace, { standing }: Pick<WorkspaceAccess, "standing">): ShownWorkspace => ({
  ...workspace,
  role: standing === "shared" || standing === "none" ? null : standing
})
