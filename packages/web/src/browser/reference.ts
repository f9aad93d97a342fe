import { all, one } from "./query.js"
import { openSession } from "./sendRequests.js"

const operations = all<HTMLDetailsElement>("details.operation[data-search]")
const entries = new Map(
  all<HTMLAnchorElement>(".contents li a").map((link) => [
    decodeURIComponent(link.hash.slice(1)),
    link.closest<HTMLElement>("li")
  ])
)
const filter = one<HTMLInputElement>("#filter")

const find = (): void => {
  const words = filter.value
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "")
  let found = 0
  for (const operation of operations) {
    const fits = words.every((word) => operation.dataset["search"]?.includes(word))
    operation.hidden = !fits
    const entry = entries.get(operation.id)
    if (entry) entry.hidden = !fits
    if (fits) found += 1
  }
  for (const section of all("section.tag")) {
    section.hidden = words.length > 0 && all("details.operation:not([hidden])", section).length === 0
  }
  for (const part of all(".contents .part")) part.hidden = all("li:not([hidden])", part).length === 0
  one("#found").textContent = words.length === 0 ? "" : `${found} of ${operations.length} operations`
}

// Opens the operation that the address names.
const openNamed = (): void => {
  const named = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  if (!(named instanceof HTMLDetailsElement)) return
  if (named.hidden) {
    filter.value = ""
    find()
  }
  named.open = true
  named.scrollIntoView()
  one("summary", named).focus({ preventScroll: true })
}

filter.addEventListener("input", find)
addEventListener("hashchange", openNamed)
// A link to the current address fires no event.
for (const link of all('.contents a[href^="#"]')) link.addEventListener("click", () => setTimeout(openNamed))
if (matchMedia("(max-width: 62rem)").matches) one<HTMLDetailsElement>("#contents").open = false

for (const origin of all(".origin")) origin.textContent = location.origin

for (const button of all("button.copy")) {
  const label = button.firstChild
  const parent = button.parentElement
  if (label === null || parent === null) continue
  button.addEventListener("click", async () => {
    const command = one("pre.command", parent)
    try {
      await navigator.clipboard.writeText(command.textContent ?? "")
      label.textContent = "Copied"
    } catch {
      getSelection()?.selectAllChildren(command)
      label.textContent = "Selected, copy it with the keyboard"
    }
    setTimeout(() => {
      label.textContent = "Copy"
    }, 3000)
  })
}

find()
openNamed()
openSession()
