import * as HttpApi from "@effect/platform/HttpApi"
import * as OpenApi from "@effect/platform/OpenApi"
import { type Access, Facade } from "@boardwright/core"
import { Api } from "@boardwright/http/contract"
import { Context, JSONSchema, Option, Schema, type SchemaAST } from "effect"
import { OMITTED_TEXT, OMITTED, TOOLS } from "./tools.js"

type JsonObject = Readonly<Record<string, unknown>>

/** A JSON schema of an object. */
interface ObjectSchema {
  readonly type: "object"
  readonly properties: Readonly<Record<string, JsonObject>>
  readonly required: ReadonlyArray<string>
  readonly additionalProperties: false
  readonly $defs: JsonObject
}

/** A tool, and the endpoint that it calls. */
export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  /** The scope that an API token needs; null if no token may call it. */
  readonly scope: Access.TokenScope | null
  readonly method: string
  readonly template: string
  readonly input: ObjectSchema
  /** The arguments that are in the path, and in the query. Others are in the body. */
  readonly inPath: ReadonlySet<string>
  readonly inQuery: ReadonlySet<string>
}

/** The most entries of a page: an agent's context is small. */
export const MAX_PAGE = 100
export const DEFAULT_PAGE = 50

const PAGE_LIMIT = {
  type: "integer",
  minimum: 1,
  maximum: MAX_PAGE,
  description: `Entries per page. Default: ${DEFAULT_PAGE}`
}

const EMPTY: ObjectSchema = { type: "object", properties: {}, required: [], additionalProperties: false, $defs: {} }

/** The JSON schema of a part of an endpoint's input. */
const jsonSchemaOf = (part: SchemaAST.AST | undefined): ObjectSchema =>
  part === undefined
    ? EMPTY
    : // Of a struct it is an object's.
      ({ ...EMPTY, ...JSONSchema.make(Schema.make(part)) } as ObjectSchema)

const astOf = (part: Option.Option<Schema.Schema.All>): SchemaAST.AST | undefined =>
  Option.getOrUndefined(Option.map(part, ({ ast }) => ast))

/** One object with the fields of all: no two parts of an endpoint have a field of one name. */
const merged = (parts: ReadonlyArray<ObjectSchema>): ObjectSchema => {
  const properties = Object.fromEntries(
    parts.flatMap((each) => Object.entries(each.properties)).filter(([name]) => !OMITTED.has(name))
  )
  return {
    type: "object",
    properties: "page" in properties ? { ...properties, limit: PAGE_LIMIT } : properties,
    required: parts.flatMap((each) => each.required),
    additionalProperties: false,
    $defs: Object.assign({}, ...parts.map((each) => each.$defs)) as JsonObject
  }
}

const without = (part: string | undefined, description: string): string => {
  if (part === undefined) return description
  if (!description.includes(part)) throw new Error(`no description has "${part}"`)
  return description.replace(part, "")
}

const readTools = (): ReadonlyArray<Tool> => {
  const endpoints = new Map<string, Omit<Tool, "name">>()
  HttpApi.reflect(Api, {
    onGroup: () => undefined,
    onEndpoint: ({ endpoint, group, mergedAnnotations, payloads }) => {
      const path = jsonSchemaOf(astOf(endpoint.pathSchema))
      const query = jsonSchemaOf(astOf(endpoint.urlParamsSchema))
      const [payload] = payloads.values()
      const id = `${group.identifier}.${endpoint.name}`
      endpoints.set(id, {
        title: Option.getOrElse(Context.getOption(mergedAnnotations, OpenApi.Summary), () => id),
        description: Option.getOrElse(Context.getOption(mergedAnnotations, OpenApi.Description), () => ""),
        scope: Facade.scopeOf(id),
        method: endpoint.method,
        template: endpoint.path,
        input: merged([path, query, jsonSchemaOf(payload?.ast)]),
        inPath: new Set(Object.keys(path.properties)),
        inQuery: new Set(Object.keys(query.properties))
      })
    }
  })
  return Object.entries(TOOLS).map(([name, id]) => {
    const endpoint = endpoints.get(id)
    if (endpoint === undefined) throw new Error(`the contract has no endpoint ${id}`)
    return { name, ...endpoint, description: without(OMITTED_TEXT[name], endpoint.description) }
  })
}

let tools: ReadonlyMap<string, Tool> | null = null

/** Every tool by its name. They are read from the contract at the first call. */
export const allTools = (): ReadonlyMap<string, Tool> => {
  tools ??= new Map(readTools().map((tool) => [tool.name, tool]))
  return tools
}
