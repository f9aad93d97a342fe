import { generateKeyPairSync, randomUUID } from "node:crypto"
import { once } from "node:events"
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { Provider } from "oidc-provider"

/** Whom the provider signs in next, and what it says of them. */
export interface Person {
  readonly sub: string
  readonly email?: string
  readonly email_verified?: boolean
  readonly name?: string
}

export interface IdentityProvider {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Signs this person in from now on; null declines. */
  readonly person: (person: Person | null) => void
  /** Signs by a new key, and publishes no other. */
  readonly rotateKeys: () => void
  /** Answers by this in place of the provider; undefined ends that. */
  readonly answer: (listener: RequestListener | undefined) => void
  /** The paths that were requested. */
  readonly requested: ReadonlyArray<string>
  readonly stop: () => Promise<void>
}

const CLIENT = { clientId: "boardwright", clientSecret: "a secret of the tests: with a colon" }

const newKey = (): object => {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 })
  return { ...privateKey.export({ format: "jwk" }), kid: randomUUID(), use: "sig", alg: "RS256" }
}

/** A real OpenID Connect provider on a free port, whose only client may be sent back to `redirectUris`. */
export const startIdentityProvider = async (redirectUris: ReadonlyArray<string>): Promise<IdentityProvider> => {
  const people = new Map<string, Person>()
  let next: Person | null = null
  let provider: Provider
  let replacement: RequestListener | undefined
  const requested: Array<string> = []

  const finish = (request: IncomingMessage, response: ServerResponse): Promise<void> =>
    provider.interactionFinished(
      request,
      response,
      next === null ? { error: "access_denied" } : { login: { accountId: next.sub } }
    )

  const server = createServer((request, response) => {
    const path = request.url ?? ""
    requested.push(path)
    if (replacement !== undefined) replacement(request, response)
    else if (path.startsWith("/interaction/")) void finish(request, response)
    else provider.callback()(request, response)
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const newProvider = (): Provider => {
    const made: Provider = new Provider(issuer, {
      clients: [{ client_id: CLIENT.clientId, client_secret: CLIENT.clientSecret, redirect_uris: redirectUris }],
      claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
      cookies: { keys: ["a key of the tests"] },
      features: { devInteractions: { enabled: false } },
      findAccount: (_: unknown, sub: string) => ({ accountId: sub, claims: () => ({ ...people.get(sub), sub }) }),
      interactions: { url: (_: unknown, { uid }: { readonly uid: string }) => `/interaction/${uid}` },
      jwks: { keys: [newKey()] },
      loadExistingGrant: async (ctx: { readonly oidc: { readonly session: { readonly accountId: string } } }) => {
        const grant = new made.Grant({ clientId: CLIENT.clientId, accountId: ctx.oidc.session.accountId })
        grant.addOIDCScope("openid email profile")
        await grant.save()
        return grant
      },
      ttl: { Session: 600, Interaction: 600, Grant: 600, AccessToken: 600, IdToken: 600 }
    })
    return made
  }
  provider = newProvider()

  return {
    ...CLIENT,
    issuer,
    requested,
    person: (person) => {
      next = person
      if (person !== null) people.set(person.sub, person)
    },
    rotateKeys: () => {
      provider = newProvider()
    },
    answer: (listener) => {
      replacement = listener
    },
    stop: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, "close")
    }
  }
}
