import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Schema } from "effect"
import { Tier } from "../contract.js"

/** What runs here. */
export const SystemApi = HttpApiGroup.make("system").add(
  HttpApiEndpoint.get("health", "/health")
    .addSuccess(Schema.Struct({ status: Schema.Literal("ok") }))
    .annotate(Tier, "none")
)
