import type { User } from "@boardwright/client"
import { useSignal } from "@preact/signals"
import { useEffect } from "preact/hooks"
import { reasonOf } from "../api.js"
import { loadMe } from "../me.js"
import { boardHref, followLink, param } from "../route.js"
import { notify } from "../store/notices.js"
import { t } from "../text/texts.js"
import { p } from "../text/pageTexts.js"
import { boardsInOrder, invitations, loadHome, type Place, places } from "./homeData.js"
import { Invitations } from "./Invitations.js"
import { MyTasks } from "./MyTasks.js"
import { SearchBox } from "./SearchBox.js"
import { Skeleton } from "../ui/Skeleton.js"
import { Workspaces } from "./Workspaces.js"

/** Boards that are shown as cards. */
const CARDS = 8

const Boards = ({ all, me }: { all: ReadonlyArray<Place>; me: User }) => {
  const boards = boardsInOrder(all, me).slice(0, CARDS)
  const nameOf = (id: string) => all.find(({ workspace }) => workspace.id === id)?.workspace.name ?? ""
  if (boards.length === 0) return null
  return (
    <section aria-labelledby="recent-title">
      <h2 id="recent-title">{t("home.recent")}</h2>
      <ul class="board-cards">
        {boards.map(({ id, name, workspaceId }) => (
          <li key={id}>
            <a class="board-card" href={boardHref(id)} onClick={followLink}>
              <strong class="two-lines" title={name}>
                {name}
              </strong>
              <span class="two-lines">{nameOf(workspaceId)}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Stores the language of mails where it is not known. After a failure the next visit does. */
const storeLanguage = async (): Promise<void> => {
  const { storeShownLanguage } = await import("./accountLanguage.js")
  await storeShownLanguage()
}

/** Where a user begins: invitations, boards, tasks of their own, and workspaces. */
export const Home = () => {
  const me = useSignal<User | null>(null)
  const problem = useSignal<string | null>(null)
  const load = async (): Promise<void> => {
    problem.value = null
    try {
      const [user] = await Promise.all([loadMe(), loadHome()])
      me.value = user
    } catch (error) {
      problem.value = reasonOf(error)
    }
  }
  const start = async (): Promise<void> => {
    await load()
    if (me.value?.language === null) void storeLanguage().catch(() => undefined)
    const wanted = param("invitation")
    if (me.value === null || wanted === "" || invitations.value.some(({ id }) => id === wanted)) return
    notify(p("invitation.notOpen", { email: me.value.email }))
  }
  useEffect(() => {
    document.title = `${t("action.home")} - Boardwright`
    void start()
  }, [])
  const all = places.value
  if (problem.value !== null)
    return (
      <div class="empty">
        <div role="alert">
          <h1>{problem.value}</h1>
        </div>
        <button type="button" class="button" onClick={() => void load()}>
          {t("action.retry")}
        </button>
      </div>
    )
  if (me.value === null || all === null) return <Skeleton text={t("home.loading")} />
  return (
    <div class="home">
      <div class="home-head">
        <h1>{t("action.home")}</h1>
        <SearchBox all={all} boards={boardsInOrder(all, me.value)} />
      </div>
      <Invitations reload={load} />
      <Boards all={all} me={me.value} />
      <MyTasks all={all} me={me.value} />
      <Workspaces all={all} me={me.value} reload={load} />
    </div>
  )
}
