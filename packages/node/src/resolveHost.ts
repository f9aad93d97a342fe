import { type LookupAddress } from "node:dns"
import { lookup, Resolver } from "node:dns/promises"
import type { Resolve } from "./WebhookTarget.js"

interface Options {
  /** Name servers in place of the system's, as `address:port`. */
  readonly servers?: ReadonlyArray<string> | undefined
}

/** IPv4 first. Unknown names have no addresses. */
const byDns = async (
  host: string,
  signal: AbortSignal,
  { servers }: Options
): Promise<ReadonlyArray<LookupAddress>> => {
  const resolver = new Resolver({ timeout: 4000, tries: 2 })
  if (servers !== undefined) resolver.setServers(servers)
  signal.addEventListener("abort", () => resolver.cancel(), { once: true })
  const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  return found.flatMap((each, index) =>
    each.status === "fulfilled" ? each.value.map((address) => ({ address, family: index === 0 ? 4 : 6 })) : []
  )
}

/**
 * Resolves allowed names as the system does, and all others by DNS alone: `getaddrinfo` would also read names of the local
 * network, and a name server that never answers would occupy one of the process's few threads.
 */
export const resolveHost =
  (options: Options = {}): Resolve =>
  async (host, isAllowed, signal) =>
    isAllowed ? lookup(host, { all: true }).catch(() => []) : byDns(host, signal, options)
