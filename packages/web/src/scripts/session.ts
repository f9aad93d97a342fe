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
`
