import { Context, type Effect } from "effect"
import type { SecretsKeyMissing } from "./PortError.js"

/** Encrypts short texts for storage, by keys from the configuration: the first encrypts, all decrypt. */
export class SecretBox extends Context.Tag("@boardwright/core/SecretBox")<
  SecretBox,
  {
    /** A text that differs in each call. It is bound to `owner`, the id of what it is stored with. */
    readonly encrypt: (text: string, owner: string) => Effect.Effect<string, SecretsKeyMissing>
    /** Fails also if no configured key decrypts the text, or if it was encrypted for another owner. */
    readonly decrypt: (encrypted: string, owner: string) => Effect.Effect<string, SecretsKeyMissing>
    /** The text encrypted by the first key: the same if that key has encrypted it. Fails as `decrypt` does. */
    readonly renew: (encrypted: string, owner: string) => Effect.Effect<string, SecretsKeyMissing>
  }
>() {}
