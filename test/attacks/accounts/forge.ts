import { createHmac, generateKeyPairSync, sign } from "node:crypto"

/** What `startServer` signs with. */
export const SECRET = "a secret of at least thirty-two bytes"
const WEEK = 7 * 24 * 60 * 60

/** The claims of a good token of a user, issued so many seconds ago. */
export const claimsOf = ({ email, id }: { readonly email: string; readonly id: string }, ago = 0) => {
  const iat = Math.floor(Date.now() / 1000) - ago
  return { userId: id, email, ver: 0, iat, exp: iat + WEEK }
}
/** What a token of ours says. */
export type Claims = ReturnType<typeof claimsOf>

/** A part of a token: text is taken as the JSON that it is. */
const part = (value: unknown): string =>
  Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url")

/** How a token is signed, where that is not as the server does. */
export interface Signing {
  readonly secret?: string
  /** Of the HMAC, whatever the header says. */
  readonly digest?: string
  /** Put into the header over `alg` and `typ`. */
  readonly header?: Readonly<Record<string, unknown>>
}

/** A token signed with an HMAC. */
export const forge = (claims: unknown, { digest = "sha256", header = {}, secret = SECRET }: Signing = {}): string => {
  const signed = `${part({ alg: "HS256", typ: "JWT", ...header })}.${part(claims)}`
  return `${signed}.${createHmac(digest, secret).update(signed).digest("base64url")}`
}

/** A token that nobody signed. */
const unsigned = (claims: unknown, alg: unknown, end = "."): string =>
  `${part({ alg, typ: "JWT" })}.${part(claims)}${end}`

const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 })
const ec = generateKeyPairSync("ec", { namedCurve: "P-256" })
const pem = rsa.publicKey.export({ type: "spki", format: "pem" }).toString()
const signedBy = (claims: unknown, alg: string, key: typeof rsa.privateKey): string => {
  const signed = `${part({ alg, typ: "JWT", jwk: ec.publicKey.export({ format: "jwk" }) })}.${part(claims)}`
  return `${signed}.${sign("sha256", Buffer.from(signed), { key, dsaEncoding: "ieee-p1363" }).toString("base64url")}`
}

/** Tokens that confuse how they are signed, by what was done; `trap` is an address that nobody should ask. */
export const confused = (claims: Claims, trap: string): Readonly<Record<string, string>> => {
  const own = "a secret of the attacker's own, long enough"
  const oct = { kty: "oct", k: Buffer.from(own).toString("base64url"), alg: "HS256" }
  const good = forge(claims)
  const [head = "", body = "", signature = ""] = good.split(".")
  const standard = Buffer.from("\u00fb\u00ff\u00fe").toString("base64")
  const byOwn = (header: Signing["header"] = {}) => forge(claims, { secret: own, header })
  return {
    "alg none": unsigned(claims, "none"),
    "alg None": unsigned(claims, "None"),
    "alg nOnE": unsigned(claims, "nOnE"),
    "alg NONE": unsigned(claims, "NONE"),
    "alg none with a blank": unsigned(claims, "none "),
    "alg none with a good signature": `${part({ alg: "none" })}.${body}.${signature}`,
    "alg none in two parts": unsigned(claims, "none", ""),
    "an empty alg": unsigned(claims, ""),
    "an alg that is null": unsigned(claims, null),
    "an alg that is a list": unsigned(claims, ["HS256", "none"]),
    "no alg": `${part({ typ: "JWT" })}.${body}.${signature}`,
    "an empty signature": `${head}.${body}.`,
    "no signature": `${head}.${body}`,
    "a signature of blanks": `${head}.${body}.AAAA`,
    "half a signature": `${head}.${body}.${signature.slice(0, 20)}`,
    "a longer signature": `${good}AAAA`,
    "the signature of other claims": `${head}.${part({ ...claims, ver: 0, admin: true })}.${signature}`,
    "a header of its own before the signature": `${part({ alg: "HS256", typ: "JWT", kid: "" })}.${body}.${signature}`,
    "alg hs256 in small letters": forge(claims, { header: { alg: "hs256" } }),
    "HS384 with the key": forge(claims, { header: { alg: "HS384" }, digest: "sha384" }),
    "HS512 with the key": forge(claims, { header: { alg: "HS512" }, digest: "sha512" }),
    "HS256 by the digest of HS512": forge(claims, { digest: "sha512" }),
    "RS256 by an own key": signedBy(claims, "RS256", rsa.privateKey),
    "ES256 by an own key that it brings along": signedBy(claims, "ES256", ec.privateKey),
    "RS256 in name, HMAC by the key": forge(claims, { header: { alg: "RS256" } }),
    "ES256 in name, HMAC by the key": forge(claims, { header: { alg: "ES256" } }),
    "RS256 in name, HMAC by the public key": forge(claims, { header: { alg: "RS256" }, secret: pem }),
    "HMAC by the public key": forge(claims, { secret: pem }),
    "another key": byOwn(),
    "the key in capitals": forge(claims, { secret: SECRET.toUpperCase() }),
    "the key without its end": forge(claims, { secret: SECRET.slice(0, -1) }),
    "no key": forge(claims, { secret: "" }),
    "a key of NUL characters": forge(claims, { secret: "\0".repeat(32) }),
    "kid of an empty file": forge(claims, { secret: "", header: { kid: "../../../../dev/null" } }),
    "kid with SQL": byOwn({ kid: `' union select '${own}` }),
    "kid with a prototype's name": byOwn({ kid: "__proto__" }),
    "jwk of the own key": byOwn({ jwk: oct }),
    "jku where the own key is": byOwn({ jku: `${trap}/jwks.json` }),
    "x5u where the own key is": byOwn({ x5u: `${trap}/key.pem` }),
    "x5c of the own key": byOwn({ x5c: [pem.replaceAll(/-----[^-]+-----|\s/g, "")] }),
    "iss where the own key is": forge({ ...claims, iss: trap }, { secret: own }),
    "crit by the key": forge(claims, { header: { crit: ["x"], x: true } }),
    "crit that is empty, by the key": forge(claims, { header: { crit: [] } }),
    "b64 switched off by the key": forge(claims, { header: { b64: false, crit: ["b64"] } }),
    "encrypted in name": `${part({ alg: "dir", enc: "A256GCM" })}..${body}.${body}.${signature}`,
    "a token within a token": forge(part(good), { header: { cty: "JWT" } }),
    "as flattened JSON": part({ protected: head, payload: body, signature }),
    "parts turned round": `${body}.${head}.${signature}`,
    "standard base64": `${standard}.${body}.${signature}`,
    "only dots": ".."
  }
}

/** Claims that say too little or too much, signed with the right key. */
export const oddClaims = (claims: Claims): Readonly<Record<string, unknown>> => {
  const { iat } = claims
  const each = (name: string, values: ReadonlyArray<unknown>) =>
    values.map((value) => [`${name} ${JSON.stringify(value) ?? "missing"}`, { ...claims, [name]: value }])
  const { userId } = claims
  return {
    ...Object.fromEntries([
      ...each("userId", [undefined, null, "", 7, true, [userId], { id: userId }, ` ${userId}`, `${userId}\0`]),
      ...each("userId", [userId.toUpperCase(), `${userId}%`, "__proto__", "\ud800", "x".repeat(4000), "' or '1'='1"]),
      ...each("email", [undefined, null, "", 7, [claims.email]]),
      ...each("ver", [undefined, null, "0", "", 0.5, -1, 1, true, [0], 2 ** 31, 2 ** 53, 1e300]),
      ...each("iat", [undefined, null, String(iat), iat + 3600, 1e300]),
      ...each("exp", [undefined, null, "tomorrow", String(claims.exp), [claims.exp], -1, 0, iat - 1, iat + 0.5, 1e300]),
      ...each("nbf", [iat + 3600, String(iat), null])
    ]),
    "expired a second ago": { ...claims, iat: iat - WEEK, exp: iat - 1 },
    "only who it is": { userId },
    "no claims": {},
    "null for claims": null,
    "a list for claims": [claims],
    "text for claims": "nonsense",
    "an infinite exp": JSON.stringify(claims).replace(`"exp":${claims.exp}`, `"exp":1e999`),
    "a prototype for claims": `{"__proto__":${JSON.stringify(claims)}}`
  }
}
