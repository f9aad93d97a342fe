import { useState } from "preact/hooks"
import { saveFile } from "../../dom.js"
import { read } from "../../session.js"
import { api, reasonOf } from "../api.js"
import { useBoard } from "../BoardContext.js"
import { mayCreate } from "../rights.js"
import { notify } from "../store/notices.js"
import { t } from "../text/texts.js"
import { withPageTexts } from "../text/withPageTexts.js"
import { showDialog } from "../ui/Dialog.js"
import { Menu, type MenuItem } from "../ui/Menu.js"

const FORMATS = ["xlsx", "csv", "json"] as const

const download = async (id: string, name: string, format: (typeof FORMATS)[number]): Promise<void> => {
  const path = `/api/boards/${encodeURIComponent(id)}/export?format=${format}`
  const file = await read<Blob>(path, (response) => response.blob())
  if (file?.ok === true) saveFile(`${name}.${format}`, file.answer)
  else if (file !== null) notify(file.answer.message ?? t("error.unexpected"), { tone: "bad" })
}

/** The head's buttons of a board: sharing, and a menu of what else can be done with the whole board. */
export const BoardMenu = () => {
  const { canEdit, canManage, store } = useBoard()
  const [isCreator, setCreator] = useState<boolean | null>(null)
  const board = store.board()
  const id = encodeURIComponent(board.id)
  // Duplicating and importing need a role in the workspace, which is found out when the menu is first opened.
  const learn = async (): Promise<void> => {
    if (isCreator !== null) return
    try {
      setCreator(mayCreate((await api.workspaces.get({ id: board.workspaceId })).role))
    } catch (error) {
      notify(reasonOf(error), { tone: "bad" })
    }
  }
  const share = () =>
    void showDialog(async () => {
      const { ShareDialog } = await withPageTexts(() => import("./ShareDialog.js"))
      return <ShareDialog store={store} />
    })
  const calendarLinks = async () => {
    const { CalendarLinks } = await withPageTexts(() => import("./CalendarLinks.js"))
    return <CalendarLinks store={store} />
  }
  const dialogs = () => withPageTexts(() => import("./boardDialogs.js"))
  const settings = async () => {
    const { BoardSettings } = await dialogs()
    return <BoardSettings board={board} done={() => store.change(async () => undefined)} />
  }
  const duplicate = async () => {
    const { DuplicateBoard } = await dialogs()
    return <DuplicateBoard board={board} />
  }
  const remove = async () => {
    const { DeleteBoard } = await dialogs()
    return <DeleteBoard board={board} />
  }
  const items: ReadonlyArray<MenuItem> = [
    ...(canManage.value ? [{ text: t("boards.settings"), run: () => void showDialog(settings) }] : []),
    { text: t("boards.activity"), href: `/account?activity=${id}` },
    ...(canEdit.value ? [{ text: t("boards.trash"), href: `/account?trash=${id}` }] : []),
    ...(canManage.value ? [{ text: t("boards.webhooks"), href: `/account?webhooks=${id}` }] : []),
    { text: t("bar.tokens"), href: "/account?tokens=1" },
    { text: t("boards.calendarLinks"), run: () => void showDialog(calendarLinks) },
    ...FORMATS.map((format, at) => ({
      text: t(`boards.download.${format}`),
      isFirst: at === 0,
      run: () => void download(board.id, board.name, format)
    })),
    ...(isCreator === true
      ? [
          {
            text: t("workspace.import"),
            href: `/account?import=${encodeURIComponent(board.workspaceId)}`,
            isFirst: true
          },
          { text: t("boards.duplicate"), run: () => void showDialog(duplicate) }
        ]
      : []),
    ...(canManage.value
      ? [{ text: t("boards.delete"), isFirst: true, isDanger: true, run: () => void showDialog(remove) }]
      : [])
  ]
  return (
    <div class="board-acts">
      <button type="button" class="button quiet" onClick={share}>
        {t(canManage.value ? "share.button" : "share.people")}
      </button>
      <Menu label={t("boards.menu")} class="button quiet" items={items} opened={() => void learn()}>
        ⋯
      </Menu>
    </div>
  )
}
