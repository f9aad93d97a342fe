import { sendScript } from "./sendScript.js"

/**
 * What the reference does besides being read: finds operations, opens the one that the address names, copies commands,
 * and sends requests. Text from anywhere goes through `textContent` only.
 */
export const referenceScript = `"use strict"
const KEY = "boardwright.token"
const all = (selector, within = document) => [...within.querySelectorAll(selector)]
const one = (selector, within = document) => within.querySelector(selector)

const operations = all("details.operation[data-search]")
const entries = new Map(all(".contents li a").map((link) => [decodeURIComponent(link.hash.slice(1)), link.closest("li")]))

const find = () => {
  const words = one("#filter").value.toLowerCase().split(/\\s+/).filter((word) => word !== "")
  let found = 0
  for (const operation of operations) {
    const fits = words.every((word) => operation.dataset.search.includes(word))
    operation.hidden = !fits
    entries.get(operation.id).hidden = !fits
    if (fits) found += 1
  }
  for (const section of all("section.tag")) {
    section.hidden = words.length > 0 && all("details.operation:not([hidden])", section).length === 0
  }
  for (const part of all(".contents .part")) part.hidden = all("li:not([hidden])", part).length === 0
  one("#found").textContent = words.length === 0 ? "" : found + " of " + operations.length + " operations"
}

const openNamed = () => {
  const named = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  if (!(named instanceof HTMLDetailsElement)) return
  if (named.hidden) {
    one("#filter").value = ""
    find()
  }
  named.open = true
  named.scrollIntoView()
  one("summary", named).focus({ preventScroll: true })
}

one("#filter").addEventListener("input", find)
addEventListener("hashchange", openNamed)
// A link to where one is already changes no address.
for (const link of all('.contents a[href^="#"]')) link.addEventListener("click", () => setTimeout(openNamed))
if (matchMedia("(max-width: 62rem)").matches) one("#contents").open = false

for (const origin of all(".origin")) origin.textContent = location.origin

for (const button of all("button.copy")) {
  const says = button.firstChild
  button.addEventListener("click", async () => {
    const command = one("pre.command", button.parentElement)
    try {
      await navigator.clipboard.writeText(command.textContent)
      says.textContent = "Copied"
    } catch {
      getSelection().selectAllChildren(command)
      says.textContent = "Selected, copy it with the keyboard"
    }
    setTimeout(() => { says.textContent = "Copy" }, 3000)
  })
}
${sendScript}
find()
openNamed()
welcome()
`
