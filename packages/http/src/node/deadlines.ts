import { BODY_MILLIS } from "../body/BodyError.js"
import { READ_MILLIS } from "../LiveBody.js"

/** How long a client may take for each part of a request and its response, in milliseconds. */
export interface Deadlines {
  /** The head, from the connection or from the request's first byte. */
  readonly head: number
  /** Head and body, from the request's first byte. */
  readonly request: number
  /** Reading a response, from when it is fully written; of a stream, what was written. */
  readonly response: number
  /** The pause between a response and the next request on its connection. */
  readonly idle: number
}

/** The defaults. Node's own let hundreds of slow clients hold connections. */
export const DEADLINES: Deadlines = {
  head: 10_000,
  request: BODY_MILLIS,
  response: READ_MILLIS,
  // Longer than the 60 s of proxies such as nginx and AWS's load balancers: the side that sends requests must close first,
  // or it sends one on a closed connection.
  idle: 75_000
}

/**
 * The time a client that sent more than was read has to read its response, in milliseconds. Closing a connection with unread data
 * resets it, before the client has read the response.
 */
export const LINGER_MILLIS = 1_000
