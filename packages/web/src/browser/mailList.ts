import { byId } from "./dom.js"
import { showLocalTimes } from "./localTimes.js"

showLocalTimes(document)

const list = byId("mails")
const news = byId("news")
/** A text in the language of the page. */
const said = (name: "gone" | "one" | "other"): string => news.dataset[name] ?? ""
/** Whether it says that the server cannot be reached. */
let isGone = false

const newestFile = (): string | undefined => {
  const first = list.firstElementChild
  return first instanceof HTMLElement ? first.dataset["file"] : undefined
}

const mailsAfter = async (newest: string | undefined): Promise<NodeListOf<Element>> => {
  const path = newest === undefined ? "/mailbox" : `/mailbox?after=${encodeURIComponent(newest)}`
  const response = await fetch(path, { credentials: "omit", cache: "no-store" })
  if (!response.ok) throw new Error(String(response.status))
  // The list alone: the styles of that page have another nonce than ours.
  const html = await response.text()
  const items = html.slice(html.indexOf("<ol"), html.indexOf("</ol>"))
  return new DOMParser().parseFromString(items, "text/html").querySelectorAll("li")
}

const look = async (): Promise<void> => {
  const newest = newestFile()
  const mails = await mailsAfter(newest)
  if (isGone) news.textContent = ""
  isGone = false
  if (mails.length === 0 || newest !== newestFile()) return
  list.prepend(...mails)
  showLocalTimes(list)
  byId("empty").hidden = true
  news.textContent = mails.length === 1 ? said("one") : said("other").replace("{n}", `${mails.length}`)
}

// Looks after one second, then after two, and so on up to every fifteen, while the page is visible.
let timer: ReturnType<typeof setTimeout> | undefined
let seconds = 0
const lookAgain = (): void => {
  clearTimeout(timer)
  if (document.hidden) return
  seconds = Math.min(seconds + 1, 15)
  timer = setTimeout(async () => {
    try {
      await look()
    } catch {
      news.textContent = said("gone")
      isGone = true
    }
    lookAgain()
  }, seconds * 1000)
}
document.addEventListener("visibilitychange", () => {
  seconds = 0
  lookAgain()
})
lookAgain()
