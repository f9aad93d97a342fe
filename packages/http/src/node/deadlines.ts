import { BODY_MILLIS } from "../gate.js"

/** How long a client may take over each part of a request and its answer, in milliseconds. */
export interface Deadlines {
  /** The head, from the connection or from the request's first byte. */
  readonly head: number
  /** Head and body, from the request's first byte. */
  readonly request: number
  /** Reading an answer, from when all of it is written. */
  readonly answer: number
  /** The pause between an answer and the next request on its connection. */
  readonly idle: number
}

/** What holds unless a server is given others. Node's own defaults let hundreds of slow clients sit. */
export const DEADLINES: Deadlines = {
  head: 10_000,
  request: BODY_MILLIS,
  answer: 60_000,
  // Longer than proxies wait (60 s for nginx and for AWS's): the side that sends the requests has to close first, or a
  // request is sent on a connection that is gone.
  idle: 75_000
}
