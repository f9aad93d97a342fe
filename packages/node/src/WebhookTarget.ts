import { isIP, isIPv4 } from "node:net"
import type { LookupAddress } from "node:dns"
import { type AllowedHosts, allows, hostOf } from "./AllowedHosts.js"
import { isPublicAddress } from "./publicAddress.js"

/** Where a webhook's messages are sent. */
export interface WebhookTarget {
  readonly url: URL
  /** A name or an address. */
  readonly host: string
  readonly port: number
  /** Whether the operator allows the host, whatever its addresses. */
  readonly isAllowed: boolean
}

const isLocalName = (host: string): boolean => /(?:^|\.)localhost$/.test(host)

const targetOf = (url: URL, allowed: AllowedHosts): WebhookTarget => {
  const host = hostOf(url)
  const port = url.port === "" ? (url.protocol === "https:" ? 443 : 80) : Number(url.port)
  return { url, host, port, isAllowed: allows(allowed, host, port) }
}

/**
 * Parses the URL of a webhook. The parser of URLs reads every spelling of an address (`127.1`, `0x7f000001`, full-width digits)
 * as the address itself. Returns the rule that the URL breaks, whatever its name resolves to.
 */
export const readTarget = (text: string, allowed: AllowedHosts): WebhookTarget | string => {
  if (!URL.canParse(text) || /[\s\\]/.test(text)) return "must be a URL"
  const url = new URL(text)
  if (!/^https?:\/\/[^/]/i.test(text)) return "must begin with https://"
  if (url.username + url.password !== "") return "must not contain a user name or password"
  const target = targetOf(url, allowed)
  if (target.isAllowed) return target
  if (url.protocol === "http:") return "must begin with https://"
  const isPrivate = isIP(target.host) === 0 ? isLocalName(target.host) : !isPublicAddress(target.host)
  return isPrivate ? "must not be a private address" : target
}

/** Resolves a name. `isAllowed`: the operator allows it, so that names of the local network count too. */
export type Resolve = (host: string, isAllowed: boolean, signal: AbortSignal) => Promise<ReadonlyArray<LookupAddress>>

/**
 * The addresses of a target: those that are connected to. Empty if the name is unknown, or if one of its addresses is private
 * and the operator allows neither it nor the name.
 */
export const addressesOf = async (
  { host, isAllowed, port }: WebhookTarget,
  allowed: AllowedHosts,
  resolve: Resolve,
  signal: AbortSignal
): Promise<ReadonlyArray<LookupAddress>> => {
  const found =
    isIP(host) === 0 ? await resolve(host, isAllowed, signal) : [{ address: host, family: isIPv4(host) ? 4 : 6 }]
  const mayConnect = ({ address }: LookupAddress) =>
    isAllowed || isPublicAddress(address) || allows(allowed, address, port)
  return found.every(mayConnect) ? found : []
}
