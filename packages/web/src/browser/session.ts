import { byId, show } from "./dom.js"
import { onSubmit } from "./form.js"
import { type AnswerOf, request, type RequestOptions, type Response } from "./request.js"
import { forgetWindow, signInElsewhere } from "./signInWindow.js"
import { say } from "./text/say.js"

// The token is in the storage of the browser, so that each tab has the session; the rest is of this tab. No link can put anything there.
const TOKEN = "boardwright.token"
const RETURN = "boardwright.return"
const NOTICE = "boardwright.notice"
const ADDRESS = "boardwright.address"

const take = (key: string): string => {
  const value = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  return value ?? ""
}

/** The access token of this browser. */
export const token = (): string | null => localStorage.getItem(TOKEN) || null
export const storeToken = (value: string): void => localStorage.setItem(TOKEN, value)
export const forgetToken = (): void => localStorage.removeItem(TOKEN)

/** Calls when another tab signs in. */
export const onSignIn = (then: () => void): void =>
  addEventListener("storage", ({ key, newValue }) => {
    if (key === TOKEN && newValue) then()
  })

/** Whether another tab has signed in since a token was sent. */
export const isRenewedSince = (sent: string | null): boolean => token() !== null && token() !== sent

/** Ends the session in every tab, on the server too if it can be reached. */
export const signOut = async (): Promise<void> => {
  const ended = token()
  // An empty token says to the other tabs that the user signed out; one that is removed has only expired.
  storeToken("")
  forgetToken()
  if (ended !== null) await request("/api/auth/signout", { token: ended })
}

/** What the page before left to be said. */
export const takeNotice = (): string => take(NOTICE)

/** Shows it. */
export const showNotice = (): void => {
  const said = takeNotice()
  if (said !== "") show(byId("said"), said)
}

/** The page that the user was sent to sign in from. */
export const returnPath = (): string => take(RETURN)

/** Keeps the address of a new account for the sign-in page, where its user leaves the page of the sign-up before it is verified. */
export const keepAddress = (address: string): void => sessionStorage.setItem(ADDRESS, address)
/** The address that was kept, once. */
export const takeAddress = (): string => take(ADDRESS)

/** Opens a page that first shows a text. */
export const goTo = (path: string, text: string): void => {
  sessionStorage.setItem(NOTICE, text)
  location.assign(path)
}

/** Opens the sign-in page, which says why and leads back. */
export const signedOut = (why: string): void => {
  forgetToken()
  sessionStorage.setItem(RETURN, location.pathname + location.search)
  sessionStorage.setItem(NOTICE, why)
  location.replace("/signin")
}

/** Reads for the user who is signed in. Null where the session has ended: then the sign-in page is opened. */
export const read = async <Answer>(
  path: string,
  answerOf?: RequestOptions<Answer>["answerOf"]
): Promise<Response<Answer> | null> => {
  const sent = token()
  const options: RequestOptions<Answer> = { method: "GET", token: sent }
  const response = await request<Answer>(path, answerOf === undefined ? options : { ...options, answerOf })
  if (response.status !== 401) return response
  if (isRenewedSince(sent)) return read(path, answerOf)
  signedOut(say("session.ended"))
  return null
}

/** Asks in a dialog to sign in again. False where the user cancels. */
export const signInAgain = (): Promise<boolean> =>
  new Promise((resolve) => {
    const dialog = byId<HTMLDialogElement>("session-ended")
    dialog.returnValue = ""
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "signed in"), { once: true })
    dialog.showModal()
    dialog.querySelector<HTMLElement>("#email, #again-elsewhere")?.focus()
  })

const userOf = (of: string | null): string => {
  try {
    const [, payload = ""] = (of ?? "").split(".")
    return String(JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/"))).userId)
  } catch {
    return ""
  }
}

/** Leaves when the user signs out in another tab, and goes on when they sign in there. */
const followOtherTabs = (user: string, signedIn: () => void): void => {
  addEventListener("storage", ({ key, newValue }) => {
    if (key !== TOKEN || newValue === null) return
    if (newValue === "") return signedOut(say("session.otherTab"))
    if (userOf(newValue) === user) signedIn()
    else location.reload()
  })
  // A page that the Back button brings back has heard of nothing.
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted && userOf(token()) !== user) location.reload()
  })
}

/** Makes the dialog of an ended session work, and follows the session in other tabs. */
export const listenForSignIn = (): void => {
  const form = document.querySelector<HTMLFormElement>("form#again")
  const dialog = byId<HTMLDialogElement>("session-ended")
  const user = userOf(token())
  const finish = (renewed: string): void => {
    storeToken(renewed)
    // What waits is of the user who was signed in.
    if (userOf(renewed) !== user) return location.reload()
    form?.reset()
    dialog.close("signed in")
  }
  if (form) onSubmit<AnswerOf<"accounts", "signIn">>(form, { done: (answer) => finish(answer.token) })
  const elsewhere = document.getElementById("again-elsewhere")
  elsewhere?.addEventListener("click", () =>
    signInElsewhere((renewed) => {
      if (dialog.open) finish(renewed)
    })
  )
  dialog.addEventListener("close", forgetWindow)
  byId("again-cancel").addEventListener("click", () => dialog.close(""))
  followOtherTabs(user, () => {
    if (dialog.open) dialog.close("signed in")
  })
}
