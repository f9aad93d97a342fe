import { endpointRoutes, openApi } from "@boardwright/http"

interface Operation {
  readonly operationId: string
  readonly requestBody?: {
    readonly content: { readonly [type: string]: { readonly schema: { readonly examples: ReadonlyArray<object> } } }
  }
  readonly responses: { readonly [status: string]: unknown }
}

/** An endpoint of the contract. */
export interface Endpoint {
  /** `group.endpoint`. */
  readonly name: string
  readonly method: string
  /** The path's template, such as `/api/tasks/:id`. */
  readonly template: string
  readonly needsSession: boolean
  /** Whether its requests count towards a rate limit. */
  readonly isCounted: boolean
  /** The document's example of its body, or null if it takes none. */
  readonly example: object | null
  /** Every status in the document. */
  readonly statuses: ReadonlyArray<number>
}

const document: { readonly paths: { readonly [path: string]: { readonly [method: string]: Operation } } } = JSON.parse(
  JSON.stringify(await openApi())
)
const operations = new Map(
  Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .map((operation) => [operation.operationId, operation])
)

/** Every endpoint of the contract. */
export const ENDPOINTS: ReadonlyArray<Endpoint> = endpointRoutes().map((route) => {
  const { method, name, needsSession, template, tier } = route
  const operation = operations.get(name)
  if (operation === undefined) throw new Error(`the document lacks ${name}`)
  const example = operation.requestBody?.content["application/json"]?.schema.examples[0] ?? null
  return {
    name,
    method,
    template,
    needsSession,
    isCounted: tier !== "none",
    example,
    statuses: Object.keys(operation.responses).map(Number)
  }
})

const paths = ENDPOINTS.map(({ method, name, template }) => ({
  name,
  pattern: new RegExp(`^${method} ${template.replaceAll(/:\w+/g, "[^/?]+")}(?:\\?.*)?$`)
}))
  // `/boards/import` before `/boards/:id`.
  .toSorted((one, other) => one.pattern.source.split("[^/?]+").length - other.pattern.source.split("[^/?]+").length)

/** The endpoint of a request `METHOD path`, or undefined. */
export const endpointOf = (request: string): string | undefined =>
  paths.find(({ pattern }) => pattern.test(request))?.name
