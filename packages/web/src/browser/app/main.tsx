import { type FunctionComponent, render } from "preact"
import { useEffect, useRef } from "preact/hooks"
import { listenForSignIn, signedOut, takeNotice, token } from "../session.js"
import { BoardPage } from "./BoardPage.js"
import { Bar } from "./home/Bar.js"
import { followDay } from "./cells/read.js"
import { boardId, pageName, type PAGES } from "./route.js"
import { notify } from "./store/notices.js"
import { loadTexts, t } from "./text/texts.js"
import { withPageTexts } from "./text/withPageTexts.js"
import { DialogSlot } from "./ui/Dialog.js"
import { later } from "./ui/later.js"
import { Notices } from "./ui/Notices.js"
import { Skeleton } from "./ui/Skeleton.js"

const Home = later(
  () => withPageTexts(async () => (await import("./home/Home.js")).Home),
  () => <Skeleton text={t("home.loading")} />
)

/** A page beside the board, whose texts are loaded with it. */
const page = (load: () => Promise<FunctionComponent>): FunctionComponent => later(() => withPageTexts(load))

const trashPage = page(async () => (await import("./pages/trash/Trash.js")).Trash)

const pages: Readonly<Record<(typeof PAGES)[number], FunctionComponent>> = {
  activity: page(async () => (await import("./pages/activity/Activity.js")).Activity),
  import: page(async () => (await import("./pages/import/Import.js")).Import),
  members: page(async () => (await import("./pages/members/WorkspaceMembers.js")).WorkspaceMembers),
  securityLog: page(async () => (await import("./pages/securityLog/SecurityLog.js")).SecurityLog),
  settings: page(async () => (await import("./pages/settings/Settings.js")).Settings),
  tokens: page(async () => (await import("./pages/tokens/Tokens.js")).Tokens),
  trash: trashPage,
  webhooks: page(async () => (await import("./pages/webhooks/Webhooks.js")).Webhooks),
  workspaceTrash: trashPage
}

const Shown = () => {
  const name = pageName.value
  const place = name ?? boardId.value
  const shown = useRef(place)
  // What had the focus has left with the page before.
  useEffect(() => {
    if (shown.current !== place && document.activeElement === document.body) document.getElementById("main")?.focus()
    shown.current = place
  }, [place])
  if (name !== undefined) {
    const Page = pages[name]
    return <Page key={name} />
  }
  return boardId.value === "" ? <Home /> : <BoardPage key={boardId.value} id={boardId.value} />
}

const App = () => (
  <>
    <Shown />
    <DialogSlot />
    <Notices />
  </>
)

const start = async (): Promise<void> => {
  await loadTexts()
  if (token() === null) return signedOut(t("session.needed"))
  listenForSignIn()
  followDay()
  const root = document.getElementById("app")
  if (root === null) return
  root.replaceChildren()
  render(<App />, root)
  const bar = document.getElementById("bar")
  if (bar !== null) {
    bar.replaceChildren()
    render(<Bar docs={bar.hasAttribute("data-docs")} mailbox={bar.hasAttribute("data-mailbox")} />, bar)
  }
  const said = takeNotice()
  if (said !== "") notify(said)
}

void start()
