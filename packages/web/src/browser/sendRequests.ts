import { busily } from "./dom.js"
import { offerKnownIds } from "./knownIds.js"
import { all, one } from "./query.js"
import { token as sessionToken } from "./session.js"

/** Characters of a response that are shown. */
const SHOWN = 20_000
const NOTABLE = [
  ...["content-type", "x-request-id", "x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset"],
  ...["retry-after", "www-authenticate"]
]

/** A token of this page and tab alone; an empty one is none. Without it requests are sent with the session. */
const OWN = "boardwright.docsToken"
let own = sessionStorage.getItem(OWN)
const token = (): string | null => (own ?? sessionToken()) || null

const say = (text: string): void => {
  one("#who").textContent = text
  one("#how").hidden = token() !== null
  one("#forget").hidden = token() === null
  for (const line of all("form .session")) line.textContent = text
}

const welcome = async (): Promise<void> => {
  const asked = token()
  if (asked === null) return say("Requests are sent without a token.")
  say("Requests are sent with your token.")
  try {
    const response = await fetch("/api/auth/me", { headers: { Authorization: `Bearer ${asked}` }, cache: "no-store" })
    const { email, name } = await response.json()
    if (asked !== token()) return
    if (response.ok) say(`Requests are sent as ${name} (${email}).`)
    else if (response.status === 401) say("Your token is not valid any more.")
  } catch {
    // Sending a request shows that the server cannot be reached.
    say("Requests are sent with your token.")
  }
}

const useToken = (value: string): void => {
  sessionStorage.setItem(OWN, value)
  own = value
  void welcome()
}

const addressOf = (form: HTMLFormElement): string => {
  let path = form.dataset["path"] ?? ""
  const query = new URLSearchParams()
  for (const input of all<HTMLInputElement>("[data-in]", form)) {
    if (input.dataset["in"] === "path") path = path.replace(`{${input.name}}`, encodeURIComponent(input.value))
    if (input.dataset["in"] === "query" && input.value !== "") query.append(input.name, input.value)
  }
  return query.size === 0 ? path : `${path}?${query}`
}

const requestOf = (form: HTMLFormElement): RequestInit => {
  const body = form.querySelector<HTMLTextAreaElement>('[data-in="body"]')
  const headers: Record<string, string> = {}
  if (body !== null) headers["Content-Type"] = "application/json"
  if (token() !== null) headers["Authorization"] = `Bearer ${token()}`
  return {
    ...{ method: form.dataset["method"] ?? "GET", headers },
    ...{ credentials: "omit", cache: "no-store", redirect: "manual" },
    ...(body === null ? {} : { body: body.value })
  }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const showHeaders = (list: HTMLElement, headers: Headers): void => {
  list.replaceChildren(
    ...NOTABLE.filter((name) => headers.has(name)).flatMap((name) => {
      const [term, value] = [document.createElement("dt"), document.createElement("dd")]
      term.textContent = name
      value.textContent = headers.get(name)
      return [term, value]
    })
  )
}

const tokenIn = (value: unknown): string | null =>
  typeof value === "object" && value !== null && "token" in value && typeof value.token === "string"
    ? value.token
    : null

/** Tokens in the responses shown, by the buttons that use them. */
const received = new WeakMap<HTMLElement, string>()

const showBody = (form: HTMLFormElement, text: string): void => {
  const value = parsed(text)
  const pretty = value === undefined ? text : JSON.stringify(value, null, 2)
  const cut = one(".cut", form)
  cut.hidden = pretty.length <= SHOWN
  cut.textContent = `Shown are the first ${SHOWN} of ${pretty.length} characters.`
  one("pre code", form).textContent = pretty.slice(0, SHOWN)
  one("pre", form).hidden = pretty === ""
  const use = one(".use", form)
  const found = tokenIn(value)
  use.hidden = found === null
  if (found !== null) received.set(use, found)
}

const send = async (form: HTMLFormElement): Promise<void> => {
  const notice = one(".sent", form)
  const answered = one(".answered", form)
  const began = performance.now()
  try {
    const response = await fetch(addressOf(form), requestOf(form))
    const text = await response.text()
    const took = `${Math.max(1, Math.round(performance.now() - began))} ms`
    const redirects = response.type === "opaqueredirect"
    notice.classList.toggle("refused", !response.ok && !redirects)
    notice.textContent = redirects
      ? `A redirect, in ${took}. Open the link itself to see where it leads.`
      : [response.status, response.statusText, "in", took].filter((part) => part !== "").join(" ")
    showHeaders(one("dl", form), response.headers)
    showBody(form, text)
    answered.hidden = redirects
  } catch {
    answered.hidden = true
    notice.classList.add("refused")
    notice.textContent = "The server cannot be reached."
  }
}

const dialog = one<HTMLDialogElement>("#confirm")

/** Whether the user wants to send a request that deletes something. */
const isWanted = (form: HTMLFormElement): Promise<boolean> =>
  new Promise((resolve) => {
    if (form.dataset["method"] !== "DELETE") return resolve(true)
    one("#confirm-what").textContent = `DELETE ${addressOf(form)}`
    dialog.returnValue = ""
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "send"), { once: true })
    dialog.showModal()
  })

for (const form of all<HTMLFormElement>("form[data-path]")) {
  const button = one('button[type="submit"]', form)
  form.addEventListener("submit", (event) => {
    event.preventDefault()
    void busily(button, async () => {
      if (await isWanted(form)) await send(form)
    })
  })
  const use = one(".use", form)
  use.addEventListener("click", () => {
    use.hidden = true
    useToken(received.get(use) ?? "")
  })
}

one("#token-form").addEventListener("submit", (event) => {
  event.preventDefault()
  const input = one<HTMLInputElement>("#token")
  const written = input.value.trim().replace(/^Bearer\s+/i, "")
  input.value = ""
  if (written !== "") useToken(written)
})

one("#forget").addEventListener("click", () => {
  sessionStorage.removeItem(OWN)
  own = ""
  void welcome()
  one("#token").focus()
})

/** Shows whose requests are sent, and offers the ids that they know. */
export const openSession = (): void => {
  offerKnownIds(token)
  void welcome()
}
