import type { Session } from "./sideBySide.js"

const EMAIL = "Ada@Example.com"
const PASSWORD = "correct horse"

/** Signs up, verifies, signs in, resets the password and completes onboarding, with invalid requests in between. */
export const accounts = async ({ mailedToken, send }: Session): Promise<void> => {
  const post = (path: string, body: object) => send("POST", `/api/auth/${path}`, null, { body })
  const verify = (token: string) => send("GET", `/api/auth/verify-email?token=${token}`)

  await post("signup", { name: "Ada", email: EMAIL, password: PASSWORD })
  await post("signup", { name: "Another", email: EMAIL.toLowerCase(), password: PASSWORD })
  await post("signup", { name: "Lin", email: "lin@example.com", password: "short" })
  await post("signup", { name: "Lin", email: "lin@exämple.com", password: "é".repeat(37) })
  const first = await mailedToken(EMAIL)
  await post("signin", { email: EMAIL, password: PASSWORD })
  await post("signin", { email: EMAIL, password: "wrong horse" })
  await post("resend-verification", { email: EMAIL })
  const second = await mailedToken(EMAIL)
  await verify("wrong")
  await send("GET", "/api/auth/verify-email")
  await verify(second)
  await verify(second)
  await verify(first)
  await post("resend-verification", { email: EMAIL })
  await post("resend-verification", { email: "nobody@example.com" })
  await post("signin", { email: "nobody@example.com", password: PASSWORD })
  const old = (await post("signin", { email: EMAIL.toUpperCase(), password: PASSWORD })).body

  await send("GET", "/api/auth/me", old)
  await post("forgot-password", { email: EMAIL })
  await post("forgot-password", { email: "nobody@example.com" })
  const reset = await mailedToken(EMAIL)
  await post("reset-password", { token: "wrong", password: "battery staple" })
  await post("reset-password", { token: reset, password: "short" })
  await post("reset-password", { token: first, password: "battery staple" })
  await post("reset-password", { token: reset, password: "battery staple" })
  await post("reset-password", { token: reset, password: "battery staple" })
  await send("GET", "/api/auth/me", old)
  await post("signin", { email: EMAIL, password: PASSWORD })
  const ada = (await post("signin", { email: EMAIL, password: "battery staple" })).body

  const change = (by: Parameters<Session["send"]>[2], currentPassword: string, newPassword: string) =>
    send("POST", "/api/auth/change-password", by, { body: { currentPassword, newPassword } })
  await change(ada, PASSWORD, "a third password")
  await change(ada, "battery staple", "short")
  const changed = (await change(ada, "battery staple", "a third password")).body
  await send("GET", "/api/auth/me", ada)

  const profile = (body: object) => send("PATCH", "/api/auth/me", changed, { body })
  await profile({
    name: " Ada King ",
    timezone: "Europe/London",
    language: "de",
    notifications: { due: false, assigned: true }
  })
  await profile({ timezone: "Mars/Phobos", language: "fr", notifications: { due: 1, other: true } })
  await profile({ name: null, timezone: null, language: null, notifications: { due: null } })
  await profile({ timezone: null, notifications: { due: null } })

  const move = (password: string, email = "Ada@Example.org") =>
    send("POST", "/api/auth/change-email", changed, { body: { email, password } })
  await move("wrong")
  await move("a third password", "nowhere")
  await move("a third password", EMAIL)
  await move("a third password")
  const confirm = await mailedToken("Ada@Example.org")
  await post("undo-email", { token: confirm })
  await post("confirm-email", { token: confirm })
  await post("confirm-email", { token: confirm })
  await send("GET", "/api/auth/me", changed)
  await post("signup", { name: "Another", email: EMAIL, password: PASSWORD })
  const undo = await mailedToken(EMAIL)
  await post("undo-email", { token: undo })
  await post("undo-email", { token: undo })
  const back = (await post("signin", { email: EMAIL, password: "a third password" })).body

  const onboard = (body: object) => send("POST", "/api/auth/onboarding", back, { body })
  await onboard({ companyName: "Acme" })
  await onboard({ companyName: "Acme", role: "Maker", useCase: "x", companySize: null, firstWorkspace: "Garden" })
  await onboard({ role: "Boss", companyName: "Äcmé \u0001", firstWorkspace: "Another" })
  await send("GET", "/api/auth/me", back)
  await send("GET", "/api/workspaces", back)

  const agent = (name: string) => ({
    body: { email: EMAIL, password: "a third password" },
    headers: { "user-agent": name }
  })
  const phone = (await send("POST", "/api/auth/signin", null, agent("Phone é"))).body
  await send("GET", "/api/auth/sessions?page=1&limit=1", phone)
  await send("GET", "/api/auth/sessions?page=0", phone)
  const { sessions } = (await send("GET", "/api/auth/sessions", phone)).body
  for (let time = 0; time < 2; time++) await send("DELETE", `/api/auth/sessions/${sessions[1].id}`, phone)
  await send("GET", "/api/auth/me", changed)
  await send("POST", "/api/auth/signout", phone)
  await send("POST", "/api/auth/signout", phone)
  const last = (await send("POST", "/api/auth/signin", null, agent(""))).body
  await send("GET", "/api/auth/sessions", last)
  await send("POST", "/api/auth/signout-everywhere?tokens=yes", last)
  await send("POST", "/api/auth/signout-everywhere?tokens=true", last)
  await send("POST", "/api/auth/signout-everywhere", last)

  const leaving = (await send("POST", "/api/auth/signin", null, agent(""))).body
  await send("GET", "/api/auth/me/export", leaving)
  const leave = (password: string) => send("POST", "/api/auth/me/delete", leaving, { body: { password } })
  await leave("wrong")
  await leave("a third password")
  await leave("a third password")
  await post("signin", { email: EMAIL, password: "a third password" })
}
