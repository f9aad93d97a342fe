import { Context } from "effect"

/**
 * The client that signs in or sets a password: its address, or any other name that it keeps and others do not have. Null
 * where the caller knows none: then sign-ins are not throttled.
 */
export class CurrentClient extends Context.Reference<CurrentClient>()("@boardwright/core/CurrentClient", {
  defaultValue: (): string | null => null
}) {}
