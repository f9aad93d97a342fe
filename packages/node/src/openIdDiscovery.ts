import { Redacted } from "effect"
import type { Configuration } from "openid-client"
import { boundedFetch } from "./boundedFetch.js"

/** The provider, and this server as its client. */
export interface Registration {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: Redacted.Redacted
}

/** How long the provider's configuration is used before it is read again. */
const LIFETIME_MILLIS = 600_000

const BASIC = "client_secret_basic"

/** Loads the client library, and reads the provider's configuration. */
const discover = async ({ clientId, clientSecret, issuer }: Registration, timeout: number) => {
  const client = await import("openid-client")
  const server = new URL(issuer)
  const execute = [
    client.enableNonRepudiationChecks,
    ...(server.protocol === "http:" ? [client.allowInsecureRequests] : [])
  ]
  const options = { execute, timeout, [client.customFetch]: boundedFetch }
  const found = await client.discovery(server, clientId, undefined, undefined, options)
  const metadata = found.serverMetadata()
  // By OpenID Connect Discovery, section 3, a provider that lists no methods has this one.
  const usesBasic = (metadata.token_endpoint_auth_methods_supported ?? [BASIC]).includes(BASIC)
  const secret = Redacted.value(clientSecret)
  const authentication = usesBasic ? client.ClientSecretBasic(secret) : client.ClientSecretPost(secret)
  // A configuration caches the provider's keys. Each sign-in has its own, so that a new key is good at once.
  const newConfig = (): Configuration => {
    const config = new client.Configuration(structuredClone(metadata), clientId, undefined, authentication)
    config[client.customFetch] = boundedFetch
    config.timeout = timeout
    for (const extend of execute) extend(config)
    return config
  }
  return { client, newConfig }
}

type Discovered = Awaited<ReturnType<typeof discover>>

/** Reads the provider's configuration when it is first needed, and again when it is old; a failure is tried again at once. */
export const discovery = (registration: Registration, timeout: number): ((now: number) => Promise<Discovered>) => {
  let latest: { readonly result: Promise<Discovered>; readonly until: number } | null = null
  return (now) => {
    if (latest !== null && now < latest.until) return latest.result
    const result = discover(registration, timeout)
    const reading = { result, until: now + LIFETIME_MILLIS }
    latest = reading
    result.catch(() => {
      if (latest === reading) latest = null
    })
    return result
  }
}
