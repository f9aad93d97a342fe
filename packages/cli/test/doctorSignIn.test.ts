import { describe, expect, it, onTestFinished, vi } from "vitest"
import { startIdentityProvider } from "../../../test/support/identityProvider.js"
import { examine } from "./examine.js"
import { places } from "./userRuns.js"

vi.setConfig({ testTimeout: 60_000 })

const place = places()

describe("doctor", () => {
  it("begins a sign-in at the identity provider, and names the redirect URI and what failed", async () => {
    const at = await place()
    expect((await at.run(["migrate", "up"])).code).toBe(0)
    const redirectUri = "https://boards.example.com/api/auth/oidc/callback"
    const provider = await startIdentityProvider([redirectUri])
    onTestFinished(provider.stop)
    const { clientId, clientSecret, issuer } = provider
    const set = {
      BASE_URL: "https://boards.example.com",
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: clientId,
      OIDC_CLIENT_SECRET: clientSecret
    }
    const known = `${issuer}/, which is to have the redirect URI ${redirectUri}`
    const working = await examine(at, set)
    expect(working.of("single sign-on")).toMatchObject({ status: "ok", finding: `people can sign in at ${known}` })
    provider.answer((_, response) => response.writeHead(404).end())
    const failing = await examine(at, set)
    expect([working.code, failing.code]).toEqual([0, 1])
    expect(failing.of("single sign-on")?.status).toBe("error")
    expect(failing.of("single sign-on")?.finding).toContain(`nobody can sign in at ${known}: discovery failed: `)
    expect((await examine(at)).of("single sign-on")).toBeUndefined()
    expect(failing.stdout + working.stdout).not.toContain(clientSecret)
  })
})
