import { Effect } from "effect"
import { requireUser } from "../access/Actor.js"
import { decodeInput } from "../values/InvalidInput.js"
import { listed, PageInput, toSlice } from "../values/Page.js"
import { InvitationRepository } from "./InvitationRepository.js"

const decode = decodeInput(PageInput)

/** The acting user's pending invitations. Fails with `InvalidInput`, or `Forbidden` for the operator. */
export const listMyInvitations = Effect.fnUntraced(function* (input: PageInput = {}) {
  const invitations = yield* InvitationRepository
  const slice = toSlice(yield* decode(input))
  return listed(slice, yield* invitations.listForUser(yield* requireUser, slice))
})
