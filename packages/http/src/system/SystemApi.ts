import { Schema } from "effect"
import * as Parts from "../apiParts.js"

const Checks = Schema.Struct({
  server: Schema.Literal("ok", "stopping"),
  storage: Schema.Literal("ok", "failing"),
  migrations: Schema.Literal("ok", "newer", "missing", "unknown"),
  writes: Schema.Literal("ok", "read-only", "full", "unknown"),
  mail: Schema.Literal("ok", "late", "unknown")
}).annotations({ identifier: "Checks", description: "The result of each check" })

const Ready = Schema.Struct({ status: Schema.Literal("ready"), checks: Checks })

const NotReady = Parts.tagged(
  "NotReady",
  503,
  "Send requests to another instance",
  {
    status: Schema.Literal("not ready"),
    checks: Checks,
    error: Schema.Literal("Service unavailable"),
    code: Schema.Literal("NotReady"),
    details: Schema.Array(Parts.Issue)
  },
  {
    status: "not ready",
    checks: { server: "ok", storage: "failing", migrations: "unknown", writes: "unknown", mail: "unknown" },
    error: "Service unavailable",
    code: "NotReady",
    details: []
  }
)

export const SystemApi = Parts.group("system", "The server itself")
  .add(
    Parts.get("health", "/health", "Check the server and its storage", "A 503 if storage does not respond.")
      .addSuccess(Schema.Struct({ status: Schema.Literal("ok") }))
      .annotate(Parts.Tier, "none")
  )
  .add(
    Parts.get(
      "ready",
      "/health/ready",
      "Check whether the server should get requests",
      "For load balancers. A 503 if storage does not respond within two seconds, if its schema is older than the " +
        "server's, if a write would meet a read-only database or a full disk, or if the server is stopping. Late mail is reported but does not change the status."
    )
      .addSuccess(Ready)
      .addError(NotReady)
      .annotate(Parts.Tier, "none")
  )
