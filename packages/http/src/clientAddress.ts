const V4_IN_V6 = /^(?:0*:)*?:?ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i
const V6 = /^([0-9a-f:.]+)(?:%[\w.-]+)?$/i

const first64 = (address: string): string | null => {
  const text = V6.exec(address)?.[1]
  if (text === undefined || !URL.canParse(`http://[${text}]/`)) return null
  const canonical = new URL(`http://[${text}]/`).hostname.slice(1, -1)
  const [head = "", tail = ""] = canonical.split("::")
  const left = head === "" ? [] : head.split(":")
  const right = tail === "" ? [] : tail.split(":")
  const zeros = canonical.includes("::") ? 8 - left.length - right.length : 0
  const groups = [...left, ...Array.from({ length: zeros }, () => "0"), ...right]
  if (groups.slice(0, 5).every((group) => group === "0") && groups[5] === "ffff") {
    const [high = 0, low = 0] = groups.slice(6).map((group) => Number.parseInt(group, 16))
    return [high >> 8, high & 255, low >> 8, low & 255].join(".")
  }
  return `${groups.slice(0, 4).join(":")}::/64`
}

/** The key that rate limits count an address by: the address for IPv4, its /64 for IPv6. */
export const addressKey = (address: string): string => {
  const mapped = V4_IN_V6.exec(address)?.[1]
  return mapped ?? (address.includes(":") ? (first64(address) ?? address) : address)
}

const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.|$)){4}$/

const isAddress = (text: string): boolean => IPV4.test(text) || (text.includes(":") && first64(text) !== null)

// Some proxies append `address:port`: https://learn.microsoft.com/azure/application-gateway/how-application-gateway-works
const IN_BRACKETS = /^\[([^\]]*)\](?::\d{1,5})?$/
const V4_WITH_PORT = /^([\d.]+):\d{1,5}$/

/** An entry without the brackets and the port that some proxies write. */
const bare = (entry: string): string => IN_BRACKETS.exec(entry)?.[1] ?? V4_WITH_PORT.exec(entry)?.[1] ?? entry

/**
 * The client's address behind `proxies` trusted proxies. Each appends the address of its caller to `X-Forwarded-For`, so
 * the client is that many entries from the right, or the leftmost entry if there are fewer. The peer's own address if
 * that entry is not an address.
 */
export const clientAddress = (peer: string, forwardedFor: string | undefined, proxies: number): string => {
  if (proxies === 0 || forwardedFor === undefined) return peer
  const entries = forwardedFor.split(",").map((entry) => entry.trim())
  const entry = bare(entries.at(-Math.min(proxies, entries.length)) ?? "")
  return isAddress(entry) ? entry : peer
}
