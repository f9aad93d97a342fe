/** Sends requests with the token of whoever is signed in, and shows what is answered. */
export const sendScript = `
const SHOWN = 20000
const NOTABLE = ["content-type", "x-request-id", "x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset", "retry-after", "www-authenticate"]
const tokenOf = () => sessionStorage.getItem(KEY)

const say = (text) => {
  one("#who").textContent = text
  one("#how").hidden = tokenOf() !== null
  one("#forget").hidden = tokenOf() === null
  for (const line of all("form .session")) line.textContent = text
}

const welcome = async () => {
  const token = tokenOf()
  if (token === null) return say("Requests are sent without a token.")
  say("Requests are sent with the token of this tab.")
  try {
    const response = await fetch("/api/auth/me", { headers: { Authorization: "Bearer " + token }, cache: "no-store" })
    const { email, name } = await response.json()
    if (token !== tokenOf()) return
    if (response.ok) say("Requests are sent as " + name + " (" + email + ").")
    else if (response.status === 401) say("The token of this tab is not valid any more.")
  } catch {
    // Whose token it is stays unsaid: sending is what shows that the server is gone.
    say("Requests are sent with the token of this tab.")
  }
}

const useToken = (token) => {
  sessionStorage.setItem(KEY, token)
  return welcome()
}

one("#token-form").addEventListener("submit", (event) => {
  event.preventDefault()
  const input = one("#token")
  const token = input.value.trim().replace(/^Bearer\\s+/i, "")
  input.value = ""
  if (token !== "") void useToken(token)
})
one("#forget").addEventListener("click", () => {
  sessionStorage.removeItem(KEY)
  void welcome()
  one("#token").focus()
})

const addressOf = (form) => {
  let path = form.dataset.path
  const query = new URLSearchParams()
  for (const input of all("[data-in]", form)) {
    if (input.dataset.in === "path") path = path.replace("{" + input.name + "}", encodeURIComponent(input.value))
    if (input.dataset.in === "query" && input.value !== "") query.append(input.name, input.value)
  }
  return query.size === 0 ? path : path + "?" + query
}

const requestOf = (form) => {
  const body = one('[data-in="body"]', form)
  const token = tokenOf()
  const headers = {}
  if (body !== null) headers["Content-Type"] = "application/json"
  if (token !== null) headers["Authorization"] = "Bearer " + token
  const init = { method: form.dataset.method, headers, credentials: "omit", cache: "no-store", redirect: "manual" }
  return body === null ? init : { ...init, body: body.value }
}

const parsed = (text) => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const showHeaders = (list, headers) => {
  list.replaceChildren(...NOTABLE.filter((name) => headers.has(name)).flatMap((name) => {
    const [term, value] = [document.createElement("dt"), document.createElement("dd")]
    term.textContent = name
    value.textContent = headers.get(name)
    return [term, value]
  }))
}

const showBody = (form, text) => {
  const value = parsed(text)
  const pretty = value === undefined ? text : JSON.stringify(value, null, 2)
  const cut = one(".cut", form)
  cut.hidden = pretty.length <= SHOWN
  cut.textContent = "Shown are the first " + SHOWN + " of " + pretty.length + " characters."
  one("pre code", form).textContent = pretty.slice(0, SHOWN)
  one("pre", form).hidden = pretty === ""
  const use = one(".use", form)
  use.hidden = typeof value?.token !== "string"
  use.onclick = () => {
    use.hidden = true
    void useToken(value.token)
  }
}

const send = async (form) => {
  const notice = one(".sent", form)
  const answered = one(".answered", form)
  const began = performance.now()
  try {
    const response = await fetch(addressOf(form), requestOf(form))
    const text = await response.text()
    const took = Math.max(1, Math.round(performance.now() - began)) + " ms"
    const redirects = response.type === "opaqueredirect"
    notice.classList.toggle("refused", !response.ok && !redirects)
    notice.textContent = redirects
      ? "A redirect, in " + took + ". Open the link itself to see where it leads."
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

for (const form of all("form[data-path]")) {
  const button = one('button[type="submit"]', form)
  form.addEventListener("submit", async (event) => {
    event.preventDefault()
    if (button.getAttribute("aria-busy") === "true") return
    button.setAttribute("aria-busy", "true")
    await send(form)
    button.removeAttribute("aria-busy")
  })
}
`
