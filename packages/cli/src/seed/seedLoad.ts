import { randomBytes } from "node:crypto"
import { Access, Account, Ports, Workspace } from "@boardwright/core"
import { Effect } from "effect"
import type { Progress } from "../terminal/progress.js"
import { insertLoadBoard } from "./loadBoard.js"
import { newPassword } from "./newPassword.js"
import { hashed, together } from "./together.js"

/** Creates a workspace with a new owner for a load test. For the operator. */
export const loadWorkspace = Effect.fnUntraced(function* () {
  const name = `Load test ${randomBytes(4).toString("hex")}`
  const email = `${name.toLowerCase().replaceAll(" ", "-")}@load.example`
  const password = newPassword()
  const hasher = yield* hashed([password])
  const make = Effect.gen(function* () {
    const { id } = yield* Account.createAccount({ name: "Load Tester", email, password, verified: true })
    const workspace = yield* Effect.provideService(
      Workspace.createWorkspace({ name }),
      Access.CurrentActor,
      Access.Actor.User({ userId: id })
    )
    return { owner: { id, email, password }, workspace: { id: workspace.id, name } }
  })
  return yield* together(Effect.provideService(make, Ports.PasswordHasher, hasher))
})

/** Fills a workspace with boards, each in one transaction. Returns their ids. */
export const loadBoards = (
  { owner, workspace }: Effect.Effect.Success<ReturnType<typeof loadWorkspace>>,
  { boards, tasks }: { readonly boards: number; readonly tasks: number },
  progress: Progress
) => {
  let done = 0
  return Effect.forEach(
    Array.from({ length: boards }, (_, at) => at),
    (at) =>
      Effect.tap(insertLoadBoard({ workspaceId: workspace.id, ownerId: owner.id, at, tasks }), () =>
        Effect.sync(() => progress(++done, boards))
      ),
    // One board is built while the other is stored.
    { concurrency: 2 }
  )
}
