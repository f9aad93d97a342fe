import { BlockList, isIP } from "node:net"

/** A host or a range of addresses that the operator allows, on one port or on all of them. */
interface AllowedHost {
  readonly matches: (host: string) => boolean
  /** Null for all. */
  readonly port: number | null
}

export type AllowedHosts = ReadonlyArray<AllowedHost>

// A BlockList matches no address with a zone.
const familyOf = (address: string): "ipv4" | "ipv6" | null =>
  address.includes("%") || isIP(address) === 0 ? null : isIP(address) === 4 ? "ipv4" : "ipv6"

const rangeOf = (address: string, prefix: string): AllowedHost["matches"] | null => {
  const family = familyOf(address)
  if (family === null || !/^\d{1,3}$/.test(prefix) || Number(prefix) > (family === "ipv4" ? 32 : 128)) return null
  const list = new BlockList()
  list.addSubnet(address, Number(prefix), family)
  // By family: a BlockList matches addresses of IPv4 with ranges of IPv6 and the reverse.
  return (host) => familyOf(host) === family && list.check(host, family)
}

/** The host of a URL without brackets and without a dot at its end. */
export const hostOf = ({ hostname }: URL): string => hostname.replaceAll(/^\[|\]$|\.$/g, "")

const matcherOf = (text: string): AllowedHost["matches"] | null => {
  const [address = "", prefix, ...more] = text.split("/")
  if (prefix !== undefined) return more.length > 0 ? null : rangeOf(address, prefix)
  const url = `http://${familyOf(text) === "ipv6" ? `[${text}]` : text}`
  const host = URL.canParse(url) ? hostOf(new URL(url)) : ""
  if (isIP(host) !== 0) return rangeOf(host, isIP(host) === 4 ? "32" : "128")
  return /^[a-z0-9._-]+$/.test(host) ? (name) => name === host : null
}

/** The host and the port of `host`, `host:port` and `[address]:port`. */
const split = (text: string): readonly [host: string, port: string | undefined] | null => {
  if (familyOf(text.split("/")[0] ?? "") === "ipv6") return [text, undefined]
  const { bracketed, plain, port } =
    /^(?:\[(?<bracketed>[^:\]]*:[^\]]*)\]|(?<plain>[^\s:?#@\\[\]]+))(?::(?<port>\d{1,5}))?$/.exec(text)?.groups ?? {}
  const host = bracketed ?? plain
  return host === undefined ? null : [host, port]
}

/** Parses a name, an address, or a range such as `10.0.0.0/8`, each with or without `:port`; null if it is none of them. */
export const parse = (text: string): AllowedHost | null => {
  const [host, port] = split(text) ?? []
  const matches = host === undefined ? null : matcherOf(host)
  if (matches === null || (port !== undefined && (Number(port) < 1 || Number(port) > 65_535))) return null
  return { matches, port: port === undefined ? null : Number(port) }
}

/** Whether a host, as `hostOf` returns it, is allowed on a port. */
export const allows = (allowed: AllowedHosts, host: string, port: number): boolean =>
  allowed.some((each) => (each.port === null || each.port === port) && each.matches(host))
