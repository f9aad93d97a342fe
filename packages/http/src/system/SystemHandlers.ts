import { Ports, System } from "@boardwright/core"
import { Effect } from "effect"
import { STATUSES } from "../ErrorCode.js"
import { handlers, Reply } from "../Handler.js"
import { Draining } from "./Draining.js"
import type { SystemApi } from "./SystemApi.js"

const RETRY_AFTER = { "retry-after": "2" }

export const SystemHandlers = handlers<typeof SystemApi>()({
  health: () =>
    Effect.flatMap(Ports.StorageHealth, ({ check }) =>
      check.pipe(
        Effect.catchAllDefect((cause) =>
          Effect.fail(new Ports.StorageUnavailable({ operation: "StorageHealth.check", cause }))
        ),
        Effect.zipRight(Ports.recordStorageSuccess),
        Effect.as({ status: "ok" as const })
      )
    ),
  ready: Effect.fnUntraced(function* () {
    const { checks: found, ready } = yield* System.checkReadiness()
    // After the checks: the server may have begun to stop meanwhile.
    const stopping = (yield* Draining).isDraining()
    const checks = { server: stopping ? "stopping" : "ok", ...found } as const
    if (ready && !stopping) return { status: "ready", checks } as const
    const body = {
      status: "not ready",
      checks,
      error: "Service unavailable",
      code: "NotReady",
      details: []
    } as const
    return new Reply(STATUSES.NotReady, body, RETRY_AFTER)
  })
})
