import type { Access } from "@boardwright/core"

/** A call of an endpoint of the API. */
export interface EndpointCall {
  readonly method: string
  /** Of the endpoint's path, such as `/api/tasks/:id`: `/api/tasks/mine` is none of it. */
  readonly template: string
  /** The encoded path, such as `/api/tasks/5`. */
  readonly path: string
  /** The query, without its question mark. */
  readonly search: string
  /** Sent as JSON, to endpoints that take a body. */
  readonly body: object
}

/** A message of an agent, by the Model Context Protocol. */
export interface McpRequest {
  readonly message: unknown
  /** A header by its lower-case name. */
  readonly header: (name: string) => string | undefined
  /** The scopes of the caller's API token; null for a caller without a token, who has all. */
  readonly scopes: ReadonlyArray<Access.TokenScope> | null
  /** Calls an endpoint in the caller's name. Never rejects. */
  readonly call: (call: EndpointCall) => Promise<{ readonly status: number; readonly body: string }>
}

/** The response: a message as JSON, or none. */
export interface McpResponse {
  readonly status: number
  readonly message: object | null
}

/** Serves a message of an agent. */
export type ServeMcp = (request: McpRequest) => Promise<McpResponse>
