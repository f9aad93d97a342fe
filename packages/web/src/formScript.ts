/**
 * The script of every form: sends its fields as JSON and shows what is answered next to the field or above the form.
 * `onSubmit(form, { check, body, done, refused })`: `check` gives errors of our own as [name, message], `body` turns the
 * fields into what is sent, `send` sends it (to the form's action, unless it is given), `done` and `refused` get the
 * answer. Text from anywhere goes through `textContent` only.
 */
export const formScript = `"use strict"
const byId = (id) => document.getElementById(id)

// What a person can do about a refusal that is not for what was sent.
const later = (response) => {
  const seconds = Number(response.headers.get("Retry-After")) || 60
  const [count, unit] = seconds < 60 ? [seconds, "second"] : [Math.ceil(seconds / 60), "minute"]
  const when = "in " + count + " " + unit + (count === 1 ? "." : "s.")
  if (response.status === 429) return { message: "Too many requests. Please try again " + when }
  if (response.status === 503) return { message: "The server cannot do this right now. Please try again " + when }
  return response.status >= 500 ? { message: "Something went wrong on the server. Please try again." } : {}
}

const request = async (path, { body, method = "POST", token } = {}) => {
  const headers = { Accept: "application/json" }
  if (body !== undefined) headers["Content-Type"] = "application/json"
  if (token) headers["Authorization"] = "Bearer " + token
  try {
    const response = await fetch(path, { method, headers, body: JSON.stringify(body), credentials: "omit", cache: "no-store" })
    const answer = await response.json().catch(() => ({}))
    return { ok: response.ok, status: response.status, answer: { ...answer, ...later(response) } }
  } catch {
    return { ok: false, status: 0, answer: { error: "The server cannot be reached. Please try again." } }
  }
}

const show = (node, text) => {
  node.textContent = text
  node.focus()
}

const inputsOf = (form) => [...form.elements].filter((element) => element instanceof HTMLInputElement)

const showErrors = (form, errors, alert) => {
  let first
  for (const input of inputsOf(form)) {
    const text = errors.filter(([name]) => name === input.name).map(([, message]) => message).join(" ")
    byId(input.id + "-error").textContent = text
    if (text === "") input.removeAttribute("aria-invalid")
    else input.setAttribute("aria-invalid", "true")
    if (text !== "") first ??= input
  }
  const general = byId(form.id + "-alert")
  general.textContent = alert
  if (first) first.focus()
  else if (alert !== "") general.focus()
  return first !== undefined
}

const showRefusal = (form, { error, message, details }) => {
  const known = new Set(inputsOf(form).map((input) => input.name))
  const all = Array.isArray(details) ? details.map((detail) => [String(detail.path?.[0]), String(detail.message)]) : []
  const rest = all.filter(([name]) => !known.has(name)).map(([, text]) => text)
  const alert = [message ?? error ?? "Something went wrong. Please try again.", ...rest].join(". ")
  showErrors(form, all.filter(([name]) => known.has(name)), alert)
}

const onSubmit = (form, { body = (fields) => fields, check = () => [], done, refused = () => {}, send }) => {
  const button = form.querySelector("button")
  form.noValidate = true
  form.addEventListener("submit", async (event) => {
    event.preventDefault()
    if (button.getAttribute("aria-busy") === "true") return
    const fields = Object.fromEntries(inputsOf(form).map((input) => [input.name, input.value]))
    const invalid = inputsOf(form).filter((input) => !input.validity.valid)
    const wrong = invalid.length > 0 ? invalid.map((input) => [input.name, input.validationMessage]) : check(fields)
    if (showErrors(form, wrong, "")) return
    button.setAttribute("aria-busy", "true")
    const sent = body(fields)
    const { answer, ok } = await (send ? send(sent) : request(form.getAttribute("action"), { body: sent }))
    button.removeAttribute("aria-busy")
    if (ok) return done(answer)
    showRefusal(form, answer)
    refused(answer)
  })
}
`
