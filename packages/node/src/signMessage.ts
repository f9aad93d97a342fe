import { createHmac } from "node:crypto"

/** What is signed (Standard Webhooks 1.0). */
interface Signed {
  readonly id: string
  /** Seconds since 1970. */
  readonly timestamp: number
  readonly body: string
}

/** The secret's bytes: base64 after `whsec_`. */
const keyOf = (secret: string): Buffer => Buffer.from(secret.replace(/^whsec_/, ""), "base64")

/** The headers of a message, with one signature for each secret. */
export const signMessage = ({ body, id, timestamp }: Signed, secrets: ReadonlyArray<string>) => ({
  "webhook-id": id,
  "webhook-timestamp": String(timestamp),
  "webhook-signature": secrets
    .map((secret) => `v1,${createHmac("sha256", keyOf(secret)).update(`${id}.${timestamp}.${body}`).digest("base64")}`)
    .join(" ")
})
