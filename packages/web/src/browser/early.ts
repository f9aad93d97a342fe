// Part of the app's document, so that a board is on its way while the app is loaded.
import { readEarly } from "./earlyReads.js"
import { token } from "./session.js"

const boardId = new URLSearchParams(location.search).get("board")
const known = token()
if (boardId && known) readEarly(boardId, known)

// What the document says while the app is not there: a part of it cannot be loaded.
for (const type of ["error", "unhandledrejection"])
  addEventListener(type, () => document.getElementById("stuck")?.removeAttribute("hidden"), true)

// The first format of a page takes 20 ms: now, while the app is loaded.
new Intl.DateTimeFormat().format()
