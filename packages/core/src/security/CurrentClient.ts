import { Context } from "effect"
import { NAME_LENGTH } from "../values/Text.js"

/**
 * The client that signs in or changes an account: its address, or any other stable name of its own. Null when the caller
 * knows none: then sign-ins are not throttled.
 */
export class CurrentClient extends Context.Reference<CurrentClient>()("@boardwright/core/CurrentClient", {
  defaultValue: (): string | null => null
}) {}

/** What that client calls itself, such as a browser's `User-Agent`; null if unknown. */
export class CurrentUserAgent extends Context.Reference<CurrentUserAgent>()("@boardwright/core/CurrentUserAgent", {
  defaultValue: (): string | null => null
}) {}

/** Text that any client may have sent, as it is stored: at most 255 characters. Null for blank text. */
export const storableName = (sent: string | null): string | null => {
  const text = (sent ?? "").toWellFormed().replaceAll("\0", "").slice(0, NAME_LENGTH).toWellFormed().trim()
  return text === "" ? null : text
}
