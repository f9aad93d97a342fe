import { BlockList, isIPv4, isIPv6 } from "node:net"

type Range = readonly [network: string, prefix: number]

/** IANA's special-purpose registry and the ranges beside it that no host on the Internet has. */
const RESERVED_IPV4: ReadonlyArray<Range> = [
  ["0.0.0.0", 8], // this network
  ["10.0.0.0", 8], // private
  ["100.64.0.0", 10], // carrier-grade NAT
  ["127.0.0.0", 8], // loopback
  ["169.254.0.0", 16], // link-local, with the metadata services of clouds
  ["172.16.0.0", 12], // private
  ["192.0.0.0", 24], // protocol assignments
  ["192.0.2.0", 24], // documentation
  ["192.31.196.0", 24], // AS112
  ["192.52.193.0", 24], // AMT
  ["192.88.99.0", 24], // 6to4 relays
  ["192.168.0.0", 16], // private
  ["192.175.48.0", 24], // AS112
  ["198.18.0.0", 15], // benchmarks
  ["198.51.100.0", 24], // documentation
  ["203.0.113.0", 24], // documentation
  ["224.0.0.0", 4], // multicast
  ["240.0.0.0", 4] // reserved, and broadcast
]

const RESERVED_IPV6: ReadonlyArray<Range> = [
  // Outside 2000::/3: loopback, IPv4 inside IPv6 (::/96, ::ffff:0:0/96, 64:ff9b::/96, 64:ff9b:1::/48), discard.
  ["::", 3],
  // Segment routing.
  ["4000::", 2],
  // Unique local (fc00::/7), link-local, site-local (fec0::/10), multicast.
  ["8000::", 1],
  // Within 2000::/3.
  ["2001::", 23], // protocol assignments: Teredo, benchmarks, ORCHID
  ["2001:db8::", 32], // documentation
  ["2002::", 16], // 6to4
  ["2620:4f:8000::", 48], // AS112
  ["3ffe::", 16], // 6bone
  ["3fff::", 20] // documentation
]

const listOf = (ranges: ReadonlyArray<Range>, family: "ipv4" | "ipv6"): BlockList => {
  const list = new BlockList()
  for (const [network, prefix] of ranges) list.addSubnet(network, prefix, family)
  return list
}

// Two lists: a BlockList matches an IPv4 address as ::ffff:a.b.c.d too, so ::/3 would hold every one.
const reservedIpv4 = listOf(RESERVED_IPV4, "ipv4")
const reservedIpv6 = listOf(RESERVED_IPV6, "ipv6")

/**
 * Whether an address belongs to a host on the Internet. False for private, loopback, link-local, carrier-grade NAT,
 * multicast, reserved, documentation and benchmark addresses, for all forms of IPv4 inside IPv6, with a zone, and for what
 * is not an address.
 */
export const isPublicAddress = (address: string): boolean => {
  if (isIPv4(address)) return !reservedIpv4.check(address, "ipv4")
  // A BlockList finds an address with a zone in none of its ranges.
  return isIPv6(address) && !address.includes("%") && !reservedIpv6.check(address, "ipv6")
}
