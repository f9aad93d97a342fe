import type { Redacted } from "effect"
import { issuerUrl, kind, onOrOff, secret } from "./kinds.js"
import { optional, variable } from "./Variable.js"

const shortText = kind("must have 1 to 255 characters", (text) => (text !== "" && text.length <= 255 ? text : null))

/** Where people sign in besides here, and whether passwords are used. */
export const singleSignOnVariables = {
  oidcIssuer: optional("OIDC_ISSUER", issuerUrl, "no single sign-on", {
    meaning:
      "the issuer of an OpenID Connect provider, where people sign in; register `BASE_URL/api/auth/oidc/callback` there; needs `BASE_URL`",
    example: "https://id.example.com"
  }),
  oidcClientId: optional("OIDC_CLIENT_ID", shortText, "none", {
    meaning: "this server's client id at that provider; set with `OIDC_ISSUER`",
    example: "boardwright"
  }),
  oidcClientSecret: optional("OIDC_CLIENT_SECRET", secret, "none", {
    meaning: "this server's client secret at that provider; set with `OIDC_ISSUER`",
    example: "5f0c1f1f9e0b4d5e8a7b6c5d4e3f2a1b"
  }),
  oidcName: variable("OIDC_NAME", shortText, "Sign in with single sign-on", {
    meaning: "the text of the button that leads to that provider",
    example: "Sign in with Example"
  }),
  passwordSignIn: variable("PASSWORD_SIGNIN", onOrOff, "on", {
    meaning:
      "whether people sign up and sign in with passwords; `off` needs `OIDC_ISSUER`, and also refuses new passwords and their resets",
    example: "off"
  })
}

/** Which variable contradicts the others; null if none does. */
export const singleSignOnProblem = (settings: {
  readonly baseUrl: string | null
  readonly oidcClientId: string | null
  readonly oidcClientSecret: Redacted.Redacted | null
  readonly oidcIssuer: string | null
  readonly passwordSignIn: boolean
}): string | null => {
  const { baseUrl, oidcClientId, oidcClientSecret, oidcIssuer, passwordSignIn } = settings
  const given = [oidcIssuer, oidcClientId, oidcClientSecret].filter((value) => value !== null).length
  if (given !== 0 && given !== 3) {
    return "OIDC_ISSUER: goes with OIDC_CLIENT_ID and OIDC_CLIENT_SECRET, set all or none"
  }
  if (oidcIssuer !== null && baseUrl === null)
    return "OIDC_ISSUER: needs BASE_URL, where the provider sends people back to"
  if (oidcIssuer === null && !passwordSignIn) return "PASSWORD_SIGNIN: off needs OIDC_ISSUER, else nobody can sign in"
  return null
}
