import { Effect, Option, Schema } from "effect"
import { requireUser } from "../access/Actor.js"
import { toProfile } from "../account/Account.js"
import { Unauthenticated } from "../account/AccountError.js"
import { AccountRepository } from "../account/AccountRepository.js"
import { recorded, recording, unchanged } from "../change/recording.js"
import { Ids } from "../ports/Ids.js"
import { decodeInput } from "../values/InvalidInput.js"
import { Name, NAME_LENGTH, optional, text } from "../values/Text.js"
import { newWorkspace } from "../workspace/createWorkspace.js"
import { workspaceCreated } from "../workspace/workspaceChange.js"
import { WorkspaceRepository } from "../workspace/WorkspaceRepository.js"

/**
 * Company and role of 1 to 255 characters; the rest is optional, at most 255 each. A blank `firstWorkspace` counts as
 * none.
 */
export const CompleteOnboarding = Schema.Struct({
  companyName: Name,
  companySize: optional(text(NAME_LENGTH)),
  role: Name,
  useCase: optional(text(NAME_LENGTH)),
  firstWorkspace: optional(text(NAME_LENGTH))
})
export type CompleteOnboarding = typeof CompleteOnboarding.Encoded

const decode = decodeInput(CompleteOnboarding)

/**
 * Stores the answers of the onboarding form and marks onboarding complete. The first time it also creates the workspace
 * named in `firstWorkspace`, if the user owns none; later calls only add to and change the data.
 * Fails with `InvalidInput` or `Unauthenticated`.
 */
export const completeOnboarding = Effect.fnUntraced(function* (input: CompleteOnboarding) {
  const accounts = yield* AccountRepository
  const workspaces = yield* WorkspaceRepository
  const ids = yield* Ids
  const userId = yield* requireUser
  const data = yield* decode(input)
  const workspaceName = data.firstWorkspace?.trim() ?? ""
  return yield* recording(
    Effect.gen(function* () {
      const found = yield* accounts.lock(userId)
      if (Option.isNone(found)) return yield* new Unauthenticated()
      const account = found.value
      const onboardingData = { ...account.onboardingData, ...data }
      yield* accounts.completeOnboarding(userId, onboardingData)
      const profile = toProfile({ ...account, hasCompletedOnboarding: true, onboardingData })
      const first = !account.hasCompletedOnboarding && workspaceName !== ""
      if (first && (yield* workspaces.countOwned(userId)) === 0) {
        const workspace = yield* newWorkspace(yield* ids.next, { name: workspaceName, ownerId: userId })
        yield* workspaces.insert(workspace)
        return recorded(profile, workspaceCreated(workspace))
      }
      return unchanged(profile)
    })
  )
})
