import { Effect, Option } from "effect"
import { AccessRepository, type WorkspaceAccess } from "../access/AccessRepository.js"
import type { Role } from "../access/policy.js"
import type { UserId } from "../values/ids.js"
import type { Workspace } from "./Workspace.js"

/** A workspace as use cases return it. */
export interface ShownWorkspace extends Workspace {
  /** Of the acting user, where a pending invitation counts as its role. Null for who only shares boards, and for the operator. */
  readonly role: "owner" | Role | null
}

// It was deleted meanwhile.
const NO_ACCESS = { standing: "none" } as const

/** A workspace with the role of the user whose access it is. */
export const shownTo = (workspace: Workspace, { standing }: Pick<WorkspaceAccess, "standing">): ShownWorkspace => ({
  ...workspace,
  role: standing === "shared" || standing === "none" ? null : standing
})

/** Adds the role of a user to workspaces that the user can read. */
export const withRoles = Effect.fnUntraced(function* (workspaces: ReadonlyArray<Workspace>, userId: UserId) {
  const access = yield* AccessRepository
  const shown = (workspace: Workspace) =>
    Effect.map(access.workspace(workspace.id, userId), (found) =>
      shownTo(
        workspace,
        Option.getOrElse(found, () => NO_ACCESS)
      )
    )
  return yield* Effect.forEach(workspaces, shown, { concurrency: "unbounded" })
})
