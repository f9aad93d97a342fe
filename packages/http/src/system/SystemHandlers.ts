import { Ports } from "@boardwright/core"
import { Effect } from "effect"
import { handlers } from "../Handler.js"
import type { SystemApi } from "./SystemApi.js"

export const SystemHandlers = handlers<typeof SystemApi>()({
  health: () => Effect.flatMap(Ports.StorageHealth, ({ check }) => Effect.as(check, { status: "ok" as const }))
})
