import { byId, show } from "./dom.js"
import { onSubmit } from "./form.js"
import { type AnswerOf, request, type RequestOptions, type Response } from "./request.js"

// All in the tab's storage, where no link can put anything.
const TOKEN = "boardwright.token"
const RETURN = "boardwright.return"
const NOTICE = "boardwright.notice"
// Where a window that was opened to sign in sends its token; it gets a copy of this tab's storage.
const CHANNEL = "boardwright.channel"

const take = (key: string): string => {
  const value = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  return value ?? ""
}

/** The access token of this tab. */
export const token = (): string | null => sessionStorage.getItem(TOKEN)
export const storeToken = (value: string): void => sessionStorage.setItem(TOKEN, value)
export const forgetToken = (): void => sessionStorage.removeItem(TOKEN)

/** Ends the session, on the server too if it can be reached. */
export const signOut = async (): Promise<void> => {
  const ended = token()
  forgetToken()
  if (ended !== null) await request("/api/auth/signout", { token: ended })
}

/** Shows what the page before left to be said. */
export const showNotice = (): void => {
  const said = take(NOTICE)
  if (said !== "") show(byId("said"), said)
}

/** The page that the user was sent to sign in from. */
export const returnPath = (): string => take(RETURN)

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

const ENDED = "Your session has ended. Sign in again, and you come back to where you were."

/** Reads for the user who is signed in. Null where the session has ended: then the sign-in page is opened. */
export const read = async <Answer>(
  path: string,
  answerOf?: RequestOptions<Answer>["answerOf"]
): Promise<Response<Answer> | null> => {
  const options: RequestOptions<Answer> = { method: "GET", token: token() }
  const response = await request<Answer>(path, answerOf === undefined ? options : { ...options, answerOf })
  if (response.status !== 401) return response
  signedOut(ENDED)
  return null
}

// False where the user cancels.
const signInAgain = (): Promise<boolean> =>
  new Promise((resolve) => {
    const dialog = byId<HTMLDialogElement>("session-ended")
    dialog.returnValue = ""
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "signed in"), { once: true })
    dialog.showModal()
    dialog.querySelector<HTMLElement>("#email, #again-elsewhere")?.focus()
  })

/** Writes for the user. Where the session has ended a dialog renews it first: nothing that was entered is lost. */
export const write = async <Answer>(path: string, body?: unknown, method = "POST"): Promise<Response<Answer>> => {
  for (;;) {
    const response = await request<Answer>(path, { body, method, token: token() })
    if (response.status !== 401) return response
    if (!(await signInAgain())) {
      return { ok: false, status: 401, answer: { error: "You are signed out, so nothing was changed." } }
    }
  }
}

/** Opens the identity provider in another window, and takes the token that its sign-in ends with. */
const signInElsewhere = (done: (token: string) => void): void => {
  const name = `boardwright.${Array.from(crypto.getRandomValues(new Uint32Array(4))).join("-")}`
  const channel = new BroadcastChannel(name)
  channel.addEventListener("message", ({ data }) => done(String(data)), { once: true })
  sessionStorage.setItem(CHANNEL, name)
  window.open("/api/auth/oidc/start", "_blank", "popup,width=520,height=680")
}

/** In such a window: hands the token to the page that opened it, and closes. Whether it is one. */
export const handOver = (value: string): boolean => {
  const name = take(CHANNEL)
  if (name === "") return false
  const channel = new BroadcastChannel(name)
  channel.postMessage(value)
  channel.close()
  forgetToken()
  window.close()
  return true
}

/** Makes the dialog of an ended session work. */
export const listenForSignIn = (): void => {
  const form = document.querySelector<HTMLFormElement>("form#again")
  const dialog = byId<HTMLDialogElement>("session-ended")
  const finish = (renewed: string): void => {
    storeToken(renewed)
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
  // This tab is not such a window itself.
  dialog.addEventListener("close", () => sessionStorage.removeItem(CHANNEL))
  byId("again-cancel").addEventListener("click", () => dialog.close(""))
}

/** Starts a page of the user who is signed in. Anybody else is sent to sign in. */
export const startSignedIn = (start: () => Promise<void>, why: string): void => {
  if (token() === null) return signedOut(why)
  listenForSignIn()
  void start()
}
