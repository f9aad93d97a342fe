/** What is found out about a request on its way to the answer. */
export class RequestTrace {
  /** By `performance.now`. */
  readonly from = performance.now()
  requestId = ""
  /** The route that the path and method lead to. */
  route: { readonly name: string; readonly template: string } | null = null
  userId: string | null = null
}
