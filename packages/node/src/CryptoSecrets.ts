import { createHash, randomBytes } from "node:crypto"
import { Ports } from "@boardwright/core"
import { Effect, Layer } from "effect"

const TOKEN_BYTES = 32

const sha256 = (token: string): string => createHash("sha256").update(token, "utf8").digest("hex")

/** One-time secrets: 32 random bytes in hex, stored as the SHA-256 of that text. */
export const layer: Layer.Layer<Ports.Secrets> = Layer.succeed(Ports.Secrets, {
  mint: Effect.sync(() => {
    const token = randomBytes(TOKEN_BYTES).toString("hex")
    return { token, hash: sha256(token) }
  }),
  hash: (token) => Effect.sync(() => sha256(token))
})
