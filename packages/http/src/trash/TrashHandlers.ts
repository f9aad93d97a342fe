import { Facade } from "@boardwright/core"
import { Effect } from "effect"
import { handlers } from "../Handler.js"
import { done, enveloped, paged } from "../responseBodies.js"
import type { TrashApi } from "./TrashApi.js"

const { trash } = Facade.useCases

export const TrashHandlers = handlers<typeof TrashApi>()({
  list: ({ input, query }) => Effect.map(trash.list.run(input()), paged("deletions", query)),
  restore: ({ path }) => Effect.map(trash.restore.run(path.deletionId), enveloped("deletion")),
  purge: ({ path }) => Effect.as(trash.purge.run(path.deletionId), done("Deletion purged"))
})
