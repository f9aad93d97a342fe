/**
 * The session of this tab. `signedOut(why)` leads to the sign-in page, which says why and leads back; `notice()` takes
 * what the page before left to be said. Both live in the tab's storage, where no link can put anything.
 */
export const sessionScript = `
const TOKEN = "boardwright.token"
const RETURN = "boardwright.return"
const NOTICE = "boardwright.notice"

const take = (key) => {
  const value = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  return value ?? ""
}

const token = () => sessionStorage.getItem(TOKEN)
const notice = () => take(NOTICE)
const leaveNotice = (text) => sessionStorage.setItem(NOTICE, text)

const goTo = (path, text) => {
  leaveNotice(text)
  location.assign(path)
}

const signedOut = (why) => {
  sessionStorage.removeItem(TOKEN)
  sessionStorage.setItem(RETURN, location.pathname + location.search)
  leaveNotice(why)
  location.replace("/signin")
}

const ENDED = "Your session has ended. Sign in again, and you come back to where you were."

// Reads for the user who is signed in. Null when there is none any more: the page is being left then.
const read = async (path) => {
  const answered = await request(path, { method: "GET", token: token() })
  if (answered.status !== 401) return answered
  signedOut(ENDED)
  return null
}

// Asks to sign in on the spot. False when that is declined.
const signInAgain = () =>
  new Promise((settle) => {
    const dialog = byId("session-ended")
    dialog.returnValue = ""
    dialog.addEventListener("close", () => settle(dialog.returnValue === "signed in"), { once: true })
    dialog.showModal()
    byId("email").focus()
  })

// Writes for the user. A session that has ended is renewed first: nothing that was entered is lost.
const write = async (path, body) => {
  for (;;) {
    const answered = await request(path, { body, token: token() })
    if (answered.status !== 401) return answered
    if (!(await signInAgain())) return { ...answered, answer: { error: "You are signed out, so nothing was changed." } }
  }
}

const listenForSignIn = () => {
  onSubmit(byId("again"), {
    done: (answer) => {
      sessionStorage.setItem(TOKEN, answer.token)
      byId("again").reset()
      byId("session-ended").close("signed in")
    }
  })
  byId("again-cancel").addEventListener("click", () => byId("session-ended").close(""))
}
`
