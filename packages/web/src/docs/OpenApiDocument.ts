/** A JSON Schema, as far as the documents that are shown use it. */
export interface JsonSchema {
  readonly $ref?: string
  readonly type?: string | ReadonlyArray<string>
  readonly title?: string
  readonly description?: string
  readonly enum?: ReadonlyArray<unknown>
  readonly examples?: ReadonlyArray<unknown>
  readonly properties?: { readonly [name: string]: JsonSchema }
  readonly required?: ReadonlyArray<string>
  readonly additionalProperties?: boolean | JsonSchema
  readonly items?: JsonSchema
  readonly anyOf?: ReadonlyArray<JsonSchema>
  readonly format?: string
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
}

/** What an operation takes from its path or its query. */
export interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly schema: JsonSchema
}

/** What is sent or answered, by its content type. */
export interface Content {
  readonly [type: string]: { readonly schema: JsonSchema }
}

/** One of an operation's answers. */
export interface Answer {
  readonly description: string
  readonly headers?: { readonly [name: string]: { readonly description?: string } }
  readonly content?: Content
}

/** One method of one path. */
export interface Operation {
  readonly operationId: string
  readonly tags: ReadonlyArray<string>
  readonly summary?: string
  readonly description?: string
  readonly security?: ReadonlyArray<object>
  readonly parameters?: ReadonlyArray<Parameter>
  readonly requestBody?: { readonly content: Content }
  readonly responses: { readonly [status: string]: Answer }
  /** Which of the server's rate limits counts it. */
  readonly "x-rate-limit-tier"?: string
}

/** An OpenAPI 3.1 document, as far as it is shown. */
export interface OpenApiDocument {
  readonly info: { readonly title: string; readonly version: string; readonly description?: string }
  readonly tags?: ReadonlyArray<{ readonly name: string; readonly description?: string }>
  readonly paths: { readonly [path: string]: { readonly [method: string]: Operation } }
  readonly components?: { readonly schemas?: { readonly [name: string]: JsonSchema } }
}

/** An operation with where it is. */
export interface Endpoint extends Operation {
  readonly method: string
  readonly path: string
}

/** Every operation in the document's order. */
export const endpointsOf = ({ paths }: OpenApiDocument): ReadonlyArray<Endpoint> =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path }))
  )

const JSON_TYPE = "application/json"

/** Whether an operation answers with events, without an end. */
export const isStream = ({ responses }: Operation): boolean =>
  Object.values(responses).some(({ content = {} }) => "text/event-stream" in content)

/** The schema of what is sent or answered as JSON. */
export const jsonOf = (content: Content | undefined): JsonSchema | null => content?.[JSON_TYPE]?.schema ?? null
