import { Ports, System } from "@boardwright/core"
import { Effect } from "effect"
import { STATUSES } from "../codes.js"
import { handlers, Reply } from "../Handler.js"
import { Serving } from "../Serving.js"
import type { SystemApi } from "./SystemApi.js"

const RETRY_AFTER = { "retry-after": "2" }

export const SystemHandlers = handlers<typeof SystemApi>()({
  health: () =>
    Effect.flatMap(Ports.StorageHealth, ({ check }) =>
      Effect.as(Effect.zipRight(check, Ports.recordStorageSuccess), { status: "ok" as const })
    ),
  ready: Effect.fnUntraced(function* () {
    const { checks: found, ready } = yield* System.checkReadiness()
    // Told to stop meanwhile counts too.
    const stopping = (yield* Serving).isDraining()
    const checks = { server: stopping ? "stopping" : "ok", ...found } as const
    if (ready && !stopping) return { status: "ready", checks } as const
    const refused = {
      status: "not ready",
      checks,
      error: "Service unavailable",
      code: "NotReady",
      details: []
    } as const
    return new Reply(STATUSES.NotReady, refused, RETRY_AFTER)
  })
})
