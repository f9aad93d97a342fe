import { type Change, Facade } from "@boardwright/core"
import { Effect } from "effect"
import { handlers } from "../Handler.js"
import { paged } from "../responseBodies.js"
import type { ChangeApi } from "./ChangeApi.js"

const { changes } = Facade.useCases

/** Without the recipient, which only the rights to read need. */
const toSent = ({ recipientId: _, ...change }: Change.Change) => change

const withItems = <A extends { readonly items: ReadonlyArray<Change.Change> }>(listed: A) => ({
  ...listed,
  items: listed.items.map(toSent)
})

export const ChangeHandlers = handlers<typeof ChangeApi>()({
  list: ({ input }) =>
    Effect.map(changes.list.run(input()), (listed) => ({ ...listed, changes: listed.changes.map(toSent) })),
  listOfBoard: ({ input, path, query }) =>
    Effect.map(Effect.map(changes.listOfBoard.run(path.id, input()), withItems), paged("changes", query)),
  listOfTask: ({ input, path, query }) =>
    Effect.map(Effect.map(changes.listOfTask.run(path.id, input()), withItems), paged("changes", query))
})
