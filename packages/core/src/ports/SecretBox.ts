import { Context, type Effect } from "effect"
import type { SecretsKeyMissing } from "./PortError.js"

/** Encrypts short texts for storage, by keys from the configuration: the first encrypts, all decrypt. */
export class SecretBox extends Context.Tag("@boardwright/core/SecretBox")<
  SecretBox,
  {
    /** A text that differs in each call. */
    readonly encrypt: (text: string) => Effect.Effect<string, SecretsKeyMissing>
    /** Fails also if no configured key decrypts the text. */
    readonly decrypt: (encrypted: string) => Effect.Effect<string, SecretsKeyMissing>
  }
>() {}
