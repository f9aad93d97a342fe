// Where a window that was opened to sign in sends its token; it gets a copy of the storage of the tab that opened it.
const CHANNEL = "boardwright.channel"

/** Opens the identity provider in another window, and takes the token that its sign-in ends with. */
export const signInElsewhere = (done: (token: string) => void): void => {
  const name = `boardwright.${Array.from(crypto.getRandomValues(new Uint32Array(4))).join("-")}`
  const channel = new BroadcastChannel(name)
  channel.addEventListener("message", ({ data }) => done(String(data)), { once: true })
  sessionStorage.setItem(CHANNEL, name)
  window.open("/api/auth/oidc/start", "_blank", "popup,width=520,height=680")
}

/** This tab is not such a window itself. */
export const forgetWindow = (): void => sessionStorage.removeItem(CHANNEL)

/** In such a window: hands the token to the page that opened it, which stores it, and closes. Whether it is one. */
export const handOver = (value: string): boolean => {
  const name = sessionStorage.getItem(CHANNEL)
  if (name === null) return false
  forgetWindow()
  const channel = new BroadcastChannel(name)
  channel.postMessage(value)
  channel.close()
  window.close()
  return true
}
