import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { Tier } from "../contract.js"

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
