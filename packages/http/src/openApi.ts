import * as OpenApi from "@effect/platform/OpenApi"
import { AccountApi } from "./account/AccountApi.js"
import { Api } from "./Api.js"
import { endpointRoutes } from "./endpointRoutes.js"
import { ETAG, IF_NONE_MATCH } from "./entityTagParts.js"

export interface OpenApiOptions {
  /** The address that the paths are relative to, absolute or a path. Default: `/`. */
  readonly serverUrl?: string | undefined
  /** Whether the account endpoints are served. Default: true. */
  readonly accountRoutes?: boolean | undefined
}

/**
 * The contract as an OpenAPI 3.1 document. `x-rate-limit-tier` is the rate limit of an operation.
 */
export const openApi = async ({ accountRoutes = true, serverUrl = "/" }: OpenApiOptions = {}): Promise<unknown> => {
  // A server loads it when the document is first asked for.
  const { completeOpenApi } = await import("./completeOpenApi.js")
  return completeOpenApi(OpenApi.fromApi(Api, { additionalPropertiesStrategy: "allow" }), {
    routes: endpointRoutes(),
    isServed: (tag) => accountRoutes || tag !== AccountApi.identifier,
    serverUrl,
    etag: ETAG,
    ifNoneMatch: IF_NONE_MATCH
  })
}
