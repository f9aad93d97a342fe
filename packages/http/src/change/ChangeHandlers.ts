import { type Change, Facade } from "@boardwright/core"
import { Effect } from "effect"
import { handlers } from "../Handler.js"
import { paged, wrapped } from "../responseBodies.js"
import type { ChangeApi } from "./ChangeApi.js"
import { streamChanges } from "./streamChanges.js"
import { toSent } from "./toSent.js"

const { changes } = Facade.useCases

const withItems = <A extends { readonly items: ReadonlyArray<Change.Change> }>(listed: A) => ({
  ...listed,
  items: listed.items.map(toSent)
})

export const ChangeHandlers = handlers<typeof ChangeApi>()({
  list: ({ input }) =>
    Effect.map(changes.list.run(input()), (listed) => ({ ...listed, changes: listed.changes.map(toSent) })),
  stream: streamChanges,
  undo: ({ path }) =>
    Effect.map(
      Effect.map(changes.undo.run(path.id), (made) => made.map(toSent)),
      wrapped("changes")
    ),
  listOfBoard: ({ input, path, query }) =>
    Effect.map(Effect.map(changes.listOfBoard.run(path.id, input()), withItems), paged("changes", query)),
  listOfTask: ({ input, path, query }) =>
    Effect.map(Effect.map(changes.listOfTask.run(path.id, input()), withItems), paged("changes", query))
})
