import { Ports } from "@boardwright/core"
import { Effect, Layer } from "effect"

const PREFIX = "encrypted:"

/** Marks texts instead of encrypting them. */
export const layer: Layer.Layer<Ports.SecretBox> = Layer.succeed(Ports.SecretBox, {
  encrypt: (text) => Effect.succeed(PREFIX + text),
  decrypt: (encrypted) =>
    encrypted.startsWith(PREFIX) ? Effect.succeed(encrypted.slice(PREFIX.length)) : new Ports.SecretsKeyMissing()
})

/** No key is configured. */
export const withoutKey: Layer.Layer<Ports.SecretBox> = Layer.succeed(Ports.SecretBox, {
  encrypt: () => new Ports.SecretsKeyMissing(),
  decrypt: () => new Ports.SecretsKeyMissing()
})
