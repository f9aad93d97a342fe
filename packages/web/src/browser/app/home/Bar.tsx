import { useEffect } from "preact/hooks"
import { goTo, signOut } from "../../session.js"
import { attempt } from "../attempt.js"
import { Face } from "../cells/Value.js"
import { loadMe, me } from "../me.js"
import { boardId, followLink, pageName } from "../route.js"
import { LANGUAGES, language, type Language, t } from "../text/texts.js"
import { withPageTexts } from "../text/withPageTexts.js"
import { showDialog } from "../ui/Dialog.js"
import { Menu, type MenuItem } from "../ui/Menu.js"

const leave = async (): Promise<void> => {
  await signOut()
  goTo("/signin", t("bar.signedOut"))
}

const choose = (name: Language) =>
  attempt(async () => {
    const { chooseLanguage } = await import("./accountLanguage.js")
    await chooseLanguage(name)
  })

const itemsOf = (): ReadonlyArray<MenuItem> => [
  { text: t("bar.settings"), href: "/account?settings=1" },
  { text: t("bar.tokens"), href: "/account?tokens=1" },
  ...(Object.keys(LANGUAGES) as ReadonlyArray<Language>).map((each, at) => ({
    text: LANGUAGES[each],
    lang: each,
    isChosen: each === language(),
    isFirst: at === 0,
    run: () => void choose(each)
  })),
  {
    text: t("bar.shortcuts"),
    isFirst: true,
    run: () =>
      void showDialog(async () => {
        const { Shortcuts } = await withPageTexts(() => import("./Shortcuts.js"))
        return <Shortcuts />
      })
  },
  { text: t("bar.signOut"), run: () => void leave() }
]

interface BarProps {
  /** Whether the server has an API reference, and a mailbox. */
  readonly docs: boolean
  readonly mailbox: boolean
}

/** The head of the app: where to go, and the menu of the user. */
export const Bar = ({ docs, mailbox }: BarProps) => {
  const user = me.value
  useEffect(() => {
    // The page says itself why it cannot be loaded.
    void loadMe().catch(() => undefined)
  }, [])
  const isHome = boardId.value === "" && pageName.value === undefined
  return (
    <>
      <p class="brand">Boardwright</p>
      <nav aria-label={t("bar.site")}>
        <ul>
          <li>
            <a
              href="/app"
              aria-current={isHome ? "page" : undefined}
              onClick={pageName.value === undefined ? followLink : undefined}
            >
              {t("action.home")}
            </a>
          </li>
          {docs ? (
            <li>
              <a href="/docs">{t("bar.docs")}</a>
            </li>
          ) : null}
          {mailbox ? (
            <li>
              <a href="/mailbox">{t("bar.mailbox")}</a>
            </li>
          ) : null}
        </ul>
      </nav>
      {user === null ? null : (
        <Menu
          label={t("bar.menuOf", { name: user.name })}
          class="plain face-button"
          items={itemsOf()}
          head={
            <p class="menu-head">
              <strong>{user.name}</strong>
              <span>{user.email}</span>
            </p>
          }
        >
          <Face id={user.id} name={user.name} avatar={user.avatar} />
        </Menu>
      )}
    </>
  )
}
