import { Ports } from "@boardwright/core"
import { Effect, Layer } from "effect"

const prefixOf = (owner: string): string => `encrypted for ${owner}:`

const open = (encrypted: string, owner: string) =>
  encrypted.startsWith(prefixOf(owner))
    ? Effect.succeed(encrypted.slice(prefixOf(owner).length))
    : new Ports.SecretsKeyMissing()

/** Marks texts with their owner instead of encrypting them. */
export const layer: Layer.Layer<Ports.SecretBox> = Layer.succeed(Ports.SecretBox, {
  encrypt: (text, owner) => Effect.succeed(prefixOf(owner) + text),
  decrypt: open,
  renew: (encrypted, owner) => Effect.as(open(encrypted, owner), encrypted)
})

const missing = () => new Ports.SecretsKeyMissing()

/** No key is configured. */
export const withoutKey: Layer.Layer<Ports.SecretBox> = Layer.succeed(Ports.SecretBox, {
  encrypt: missing,
  decrypt: missing,
  renew: missing
})
