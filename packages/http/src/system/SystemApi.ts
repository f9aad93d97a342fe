import { HttpApiEndpoint, HttpApiGroup } from "@effect/platform"
import { Schema } from "effect"
import { Tier } from "../contract.js"

/** What runs here. */
export const SystemApi = HttpApiGroup.make("system").add(
  HttpApiEndpoint.get("health", "/health")
    .addSuccess(Schema.Struct({ status: Schema.Literal("ok") }))
    .annotate(Tier, "none")
)
