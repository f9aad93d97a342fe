import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { Issue, tagged, Tier } from "../contract.js"

const Checks = Schema.Struct({
  server: Schema.Literal("ok", "stopping"),
  storage: Schema.Literal("ok", "failing"),
  migrations: Schema.Literal("ok", "newer", "missing", "unknown"),
  mail: Schema.Literal("ok", "late", "unknown")
}).annotations({ identifier: "Checks", description: "What was found" })

const Ready = Schema.Struct({ status: Schema.Literal("ready"), checks: Checks })

const NotReady = tagged(
  "NotReady",
  503,
  "Requests are better sent elsewhere",
  {
    status: Schema.Literal("not ready"),
    checks: Checks,
    error: Schema.Literal("Service unavailable"),
    code: Schema.Literal("NotReady"),
    details: Schema.Array(Issue)
  },
  {
    status: "not ready",
    checks: { server: "ok", storage: "failing", migrations: "unknown", mail: "unknown" },
    error: "Service unavailable",
    code: "NotReady",
    details: []
  }
)

/** What runs here. */
export const SystemApi = HttpApiGroup.make("system")
  .annotate(OpenApi.Description, "The server itself")
  .add(
    HttpApiEndpoint.get("health", "/health")
      .annotate(OpenApi.Summary, "Whether the server and its storage answer")
      .annotate(OpenApi.Description, "A 503 where storage does not answer.")
      .addSuccess(Schema.Struct({ status: Schema.Literal("ok") }))
      .annotate(Tier, "none")
  )
  .add(
    HttpApiEndpoint.get("ready", "/health/ready")
      .annotate(OpenApi.Summary, "Whether requests should be sent here")
      .annotate(
        OpenApi.Description,
        "For load balancers. A 503 where storage does not answer within two seconds, where its schema is older than the " +
          "server's, and where the server is stopping. Late mails are told, and change nothing: what else is asked is " +
          "served without them."
      )
      .addSuccess(Ready)
      .addError(NotReady)
      .annotate(Tier, "none")
  )
