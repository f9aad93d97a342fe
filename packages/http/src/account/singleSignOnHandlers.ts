import { type Account, Facade } from "@boardwright/core"
import { Effect } from "effect"
import { type HandlerRequest, Reply } from "../Handler.js"
import { Redirects } from "./Redirects.js"
import { signedIn } from "./signedIn.js"

const { accounts } = Facade.useCases

const PENDING_SECONDS = 600

/** A cookie of this host alone, which no other host under its domain can set (RFC 6265bis, 4.1.3.2). */
const nameOf = (isSecure: boolean): string => `${isSecure ? "__Host-" : ""}boardwright-sso`

const cookieOf = (isSecure: boolean, value: string, seconds: number): string =>
  `${nameOf(isSecure)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`

/** What the browser keeps during a sign-in; "" if it keeps nothing. */
const pendingOf = ({ header }: HandlerRequest<unknown>["served"], isSecure: boolean): string => {
  const start = `${nameOf(isSecure)}=`
  const cookies = (header("cookie") ?? "").split(";").map((cookie) => cookie.trim())
  return cookies.find((cookie) => cookie.startsWith(start))?.slice(start.length) ?? ""
}

const redirect = (location: string, headers: { readonly [name: string]: string } = {}) =>
  new Reply(302, undefined, { location, ...headers })

/** Why a sign-in failed, for the sign-in page. */
const ERRORS = {
  EmailNotVerified: "email_not_verified",
  IdentityConflict: "identity_conflict",
  InvalidCredentials: "account_unavailable",
  ProviderUnavailable: "provider_unavailable"
} as const

type Failure =
  | { readonly _tag: keyof typeof ERRORS; readonly cause?: unknown }
  | { readonly _tag: "SignInRejected"; readonly reason: string; readonly cause: unknown }

/** Shows a failure on the sign-in page, and logs what the operator may have to fix. */
const failed = Effect.fnUntraced(function* (failure: Failure) {
  const { signIn } = yield* Redirects
  const isRejected = failure._tag === "SignInRejected"
  if (failure._tag === "ProviderUnavailable" || (isRejected && failure.reason === "invalid")) {
    yield* Effect.logWarning(`single sign-on: ${failure.cause instanceof Error ? failure.cause.message : failure._tag}`)
  }
  return redirect(signIn("error", isRejected ? `signin_${failure.reason}` : ERRORS[failure._tag]))
})

// A link that is opened with HEAD, as by a scanner, is not followed.
const unlessHead = <A, E, R>(method: string, work: Effect.Effect<Reply<A>, E, R>) =>
  method === "HEAD" ? Effect.succeed(new Reply(200, undefined)) : work

export const singleSignOnHandlers = {
  startSingleSignOn: ({ method }: HandlerRequest<never>) =>
    unlessHead(
      method,
      Effect.flatMap(Redirects, ({ isSecure }) =>
        accounts.startSingleSignOn.run().pipe(
          Effect.map(({ location, pending }) =>
            redirect(location, { "set-cookie": cookieOf(isSecure, pending, PENDING_SECONDS) })
          ),
          Effect.catchTag("ProviderUnavailable", failed)
        )
      )
    ),
  finishSingleSignOn: ({ method, served }: HandlerRequest<never>) =>
    unlessHead(
      method,
      Effect.flatMap(Redirects, ({ isSecure, signIn }) =>
        accounts.finishSingleSignOn.run(pendingOf(served, isSecure), served.search).pipe(
          Effect.map(({ code }) => redirect(signIn("code", code))),
          Effect.catchTags({
            EmailNotVerified: failed,
            IdentityConflict: failed,
            InvalidCredentials: failed,
            ProviderUnavailable: failed,
            SignInRejected: failed
          })
        )
      )
    ),
  exchangeSignInCode: (request: HandlerRequest<never>) =>
    Effect.flatMap(Redirects, ({ isSecure }) =>
      accounts.exchangeSignInCode
        .run(pendingOf(request.served, isSecure), request.input<Account.ExchangeSignInCode>())
        .pipe(Effect.map((result) => new Reply(200, signedIn(result), { "set-cookie": cookieOf(isSecure, "", 0) })))
    )
}
