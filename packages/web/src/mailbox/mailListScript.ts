import { localTimes } from "./localTimes.js"

/**
 * Looks for newer mails while the page is looked at: after one second, then after two, and so on up to every fifteen.
 * What it puts into the page is this page as the server made it for the newer mails alone.
 */
export const mailListScript = `${localTimes}
const list = document.getElementById("mails")
const news = document.getElementById("news")

const newestFile = () => list.firstElementChild?.dataset.file

const mailsAfter = async (newest) => {
  const path = newest === undefined ? "/mailbox" : "/mailbox?after=" + encodeURIComponent(newest)
  const response = await fetch(path, { credentials: "omit", cache: "no-store" })
  if (!response.ok) throw new Error(String(response.status))
  // The list alone: the styles of the page have another nonce than ours.
  const html = await response.text()
  const list = html.slice(html.indexOf("<ol"), html.indexOf("</ol>"))
  return new DOMParser().parseFromString(list, "text/html").querySelectorAll("li")
}

const look = async () => {
  const newest = newestFile()
  const mails = await mailsAfter(newest)
  if (news.dataset.gone) news.textContent = news.dataset.gone = ""
  if (mails.length === 0 || newest !== newestFile()) return
  list.prepend(...mails)
  showLocalTimes(list)
  document.getElementById("empty").hidden = true
  news.textContent = mails.length === 1 ? "One new mail." : mails.length + " new mails."
}

let timer
let seconds = 0
const lookAgain = () => {
  clearTimeout(timer)
  if (document.hidden) return
  seconds = Math.min(seconds + 1, 15)
  timer = setTimeout(async () => {
    try {
      await look()
    } catch {
      news.textContent = news.dataset.gone = "The server cannot be reached."
    }
    lookAgain()
  }, seconds * 1000)
}
document.addEventListener("visibilitychange", () => {
  seconds = 0
  lookAgain()
})
lookAgain()
`
