import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { addressKey, clientAddress } from "../src/clientAddress.js"

describe("addressKey", () => {
  it.each([
    ["192.0.2.7", "192.0.2.7"],
    ["::ffff:192.0.2.7", "192.0.2.7"],
    ["::FFFF:192.0.2.7", "192.0.2.7"],
    ["0:0:0:0:0:ffff:192.0.2.7", "192.0.2.7"],
    ["::ffff:c000:207", "192.0.2.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:0DB8:0001:0002::1", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"]
  ])("counts %s under %s", (address, key) => {
    expect(addressKey(address)).toBe(key)
  })

  it("counts every address of one /64 under one key, and another /64 under another", () => {
    const group = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16))
    const groups = (length: number) => fc.array(group, { minLength: length, maxLength: length })
    const isMapped = (net: ReadonlyArray<string>) => net.every((each) => each === "0")
    fc.assert(
      fc.property(groups(4), groups(4), groups(4), groups(4), (net, other, left, right) => {
        fc.pre(!isMapped(net) && !isMapped(other) && other.join() !== net.join())
        const key = addressKey([...net, ...left].join(":"))
        expect(addressKey([...net, ...right].join(":"))).toBe(key)
        expect(addressKey([...other, ...left].join(":"))).not.toBe(key)
      })
    )
  })
})

describe("clientAddress", () => {
  const peer = "10.0.0.1"

  it.each([
    ["no proxy is trusted", "198.51.100.1", 0, peer],
    ["nothing was forwarded", undefined, 1, peer],
    ["one proxy names one client", "198.51.100.1", 1, "198.51.100.1"],
    ["the client sent a made-up list", "203.0.113.9, 198.51.100.1", 1, "198.51.100.1"],
    ["two proxies name the client and the first proxy", "203.0.113.9, 198.51.100.1, 10.0.0.2", 2, "198.51.100.1"],
    ["there are fewer entries than proxies", "198.51.100.1", 3, "198.51.100.1"],
    ["the entry is no address", "unknown", 1, peer],
    ["the entry is empty", "198.51.100.1,", 1, peer],
    ["the entry is out of range", "198.51.100.256", 1, peer],
    ["the entry is IPv6", "2001:db8::1", 1, "2001:db8::1"],
    ["the proxy writes a port", "198.51.100.1:49152", 1, "198.51.100.1"],
    ["the proxy writes brackets", "[2001:db8::1]", 1, "2001:db8::1"],
    ["the proxy writes brackets and a port", "[2001:db8::1]:49152", 1, "2001:db8::1"],
    ["the port is none", "198.51.100.1:port", 1, peer],
    ["the entry is IPv6 and something else", "2001:db8::1]:80/x", 1, peer],
    ["the zone is none", "::1%5D:80/x", 1, peer],
    ["the brackets hold nothing", "[]:80", 1, peer]
  ])("when %s", (_, forwardedFor, proxies, expected) => {
    expect(clientAddress(peer, forwardedFor, proxies)).toBe(expected)
  })

  it("is always the peer or a forwarded address", () => {
    const isPlausible = fc.property(fc.string(), fc.integer({ min: 0, max: 4 }), (forwardedFor, proxies) => {
      const address = clientAddress(peer, forwardedFor, proxies)
      return address === peer || /^[0-9a-fA-F:.]+(%[\w.-]+)?$/.test(address)
    })
    expect(() => fc.assert(isPlausible)).not.toThrow()
  })
})
