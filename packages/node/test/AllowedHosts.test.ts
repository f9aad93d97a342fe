import { AllowedHosts } from "@boardwright/node"
import { assert, describe, it } from "@effect/vitest"

const allows = (entries: string, host: string, port = 443): boolean =>
  AllowedHosts.allows(
    entries.split(",").map((entry) => {
      const parsed = AllowedHosts.parse(entry)
      if (parsed === null) throw new Error(`${entry} is not an allowed host`)
      return parsed
    }),
    host,
    port
  )

describe("AllowedHosts", () => {
  it.each([
    ["hooks.internal", "hooks.internal"],
    ["HOOKS.Internal.", "hooks.internal"],
    ["bücher.internal", "xn--bcher-kva.internal"],
    ["my_service", "my_service"],
    ["localhost", "localhost"],
    ["10.0.0.1", "10.0.0.1"],
    ["127.1", "127.0.0.1"],
    ["10.0.0.0/8", "10.255.0.1"],
    ["10.1.2.3/8", "10.9.9.9"],
    ["0.0.0.0/0", "8.8.8.8"],
    ["::1", "::1"],
    ["[::1]", "::1"],
    ["0:0::1", "::1"],
    ["fd00::/8", "fd12::1"],
    ["[fd00::/8]", "fd12::1"],
    ["other,10.0.0.0/8", "10.0.0.1"]
  ])("%s allows %s on every port", (entry, host) => {
    for (const port of [80, 443, 65_535]) assert.isTrue(allows(entry, host, port))
  })

  it.each(["hooks.internal:8080", "10.0.0.1:8080", "10.0.0.0/8:8080", "[::1]:8080", "[fd00::/8]:8080"])(
    "%s allows this port only",
    (entry) => {
      const host = entry.includes("::1")
        ? "::1"
        : entry.includes("fd00")
          ? "fd00::2"
          : entry.includes("10.")
            ? "10.0.0.1"
            : "hooks.internal"
      assert.isTrue(allows(entry, host, 8080))
      assert.isFalse(allows(entry, host, 80))
      assert.isFalse(allows(entry, host, 18_080))
    }
  )

  it.each([
    ["hooks.internal", "a.hooks.internal"],
    ["hooks.internal", "hooks.internal.example"],
    ["hooks.internal", "xhooks.internal"],
    ["localhost", "127.0.0.1"],
    ["127.0.0.1", "localhost"],
    ["10.0.0.0/8", "11.0.0.1"],
    ["10.0.0.0/8", "::ffff:10.0.0.1"],
    ["10.0.0.0/8", "10.0.0.1.example"],
    ["::/0", "10.0.0.1"],
    ["fe80::/10", "fe80::1%lo"],
    ["::1", "::2"]
  ])("%s does not allow %s", (entry, host) => assert.isFalse(allows(entry, host)))

  it.each([
    ...["", " ", ":80", "a b", "*", "*.internal", "https://hooks.internal", "hooks.internal/", "hooks.internal/path"],
    ...["user@hooks.internal", "hooks.internal?x", "hooks.internal#x", "hooks.internal:", "hooks.internal:0"],
    ...["hooks.internal:65536", "hooks.internal:x", "hooks.internal:80:80", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/"],
    ...[
      "10.0.0/8",
      "10.0.0.0/8/8",
      "::/129",
      "[::1",
      "::1]",
      "[hooks.internal]",
      "[10.0.0.1]",
      "fe80::1%lo",
      "256.1.1.1"
    ],
    ...["hooks%2einternal/8", "hooks\\internal"]
  ])("'%s' is not an allowed host", (text) => assert.isNull(AllowedHosts.parse(text)))
})
