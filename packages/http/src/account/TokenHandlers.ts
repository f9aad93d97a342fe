import { Facade } from "@boardwright/core"
import { Effect } from "effect"
import { handlers } from "../Handler.js"
import { done, paged } from "../responseBodies.js"
import type { TokenApi } from "./TokenApi.js"

const { tokens } = Facade.useCases

export const TokenHandlers = handlers<typeof TokenApi>()({
  list: ({ input, query }) => Effect.map(tokens.list.run(input()), paged("tokens", query)),
  create: ({ input }) => Effect.map(tokens.create.run(input()), (made) => ({ success: true as const, ...made })),
  delete: ({ path }) => Effect.as(tokens.delete.run(path.id), done("Token revoked"))
})
