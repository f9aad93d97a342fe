import { AllowedHosts, SecretsKey } from "@boardwright/node"
import { Redacted } from "effect"
import { kind, secretKind, separated } from "./kinds.js"
import { optional } from "./Variable.js"

const secretsKey = secretKind("must be a key", (text) => (SecretsKey.parse(text) === null ? null : Redacted.make(text)))

const allowedHost = kind("must be an allowed host", (text) => (AllowedHosts.parse(text) === null ? null : text))

/** Where webhooks lead, and how their secrets are stored. */
export const webhookVariables = {
  secretsKeys: optional(
    "SECRETS_KEY",
    separated("must be one or several keys of 32 bytes in hex or base64, separated by commas", secretsKey),
    "generated at the first start and stored in `DATA_DIR/secrets-key` (mode 0600); with PostgreSQL webhooks cannot be created",
    {
      meaning:
        "the key that encrypts the secrets of webhooks, 32 bytes in hex or base64; of several, separated by commas, the first " +
        "encrypts and all decrypt",
      example: "5b0c1f7e9a3d42686fe1d0c9b8a79685746352413f2e1d0c0b1a29384756a7b8",
      onPostgres: "required for webhooks, the same on every instance"
    }
  ),
  webhookAllowedHosts: optional(
    "WEBHOOK_ALLOWED_HOSTS",
    separated(
      "must be names, addresses or ranges such as 10.0.0.0/8, each with or without :PORT, separated by commas",
      allowedHost
    ),
    "webhooks reach public addresses by `https:` only",
    {
      meaning: "hosts that webhooks may reach although their addresses are private, and by `http:`",
      example: "hooks.internal,10.20.0.0/16:8080"
    }
  )
}
