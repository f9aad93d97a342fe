import { Context, type Effect } from "effect"
import type { ProviderUnavailable, SignInRejected } from "./PortError.js"

/** Whom a provider signed in. */
export interface ProvidedIdentity {
  readonly issuer: string
  /** Names the person at the issuer for good: 1 to 255 characters, whatever their address is by then. */
  readonly subject: string
  /** An address that the provider has verified; null if it gives none, or does not say so. */
  readonly verifiedEmail: string | null
  readonly name: string | null
}

/** A sign-in that has begun. */
export interface BegunSignIn {
  /** The address of the provider's page. */
  readonly location: string
  /** For the browser to keep: sealed, valid for 10 minutes, on every instance. */
  readonly pending: string
}

/** Signs people in elsewhere. */
export interface SingleSignOn {
  readonly begin: Effect.Effect<BegunSignIn, ProviderUnavailable>
  /**
   * Ends a sign-in by what the browser kept and the query that the provider sent it back with. Fails with `SignInRejected` if
   * they do not belong together, or are too old.
   */
  readonly finish: (
    pending: string,
    query: string
  ) => Effect.Effect<ProvidedIdentity, ProviderUnavailable | SignInRejected>
}

/** Where people sign in besides here; null where only passwords are used. */
export class IdentityProvider extends Context.Reference<IdentityProvider>()("@boardwright/core/IdentityProvider", {
  defaultValue: (): SingleSignOn | null => null
}) {}
