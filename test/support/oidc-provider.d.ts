/** The part of the package that the tests use; it has no types of its own. */
declare module "oidc-provider" {
  import type { IncomingMessage, RequestListener, ServerResponse } from "node:http"

  export class Provider {
    constructor(issuer: string, configuration: object)
    readonly Grant: new (given: { readonly clientId: string; readonly accountId: string }) => {
      addOIDCScope(scope: string): void
      save(): Promise<string>
    }
    callback(): RequestListener
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>
  }
}
