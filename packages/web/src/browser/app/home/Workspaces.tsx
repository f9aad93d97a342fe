import type { Board, User } from "@boardwright/client"
import { reasonOf } from "../api.js"
import { boardHref, followLink } from "../route.js"
import { managesAll, mayCreate, mayManage } from "../rights.js"
import { notify } from "../store/notices.js"
import { focusAgain } from "../task/focusOn.js"
import { t } from "../text/texts.js"
import { p } from "../text/pageTexts.js"
import { showDialog } from "../ui/Dialog.js"
import { Menu, type MenuItem } from "../ui/Menu.js"
import {
  BoardSettings,
  deleteBoard,
  DeleteWorkspace,
  DuplicateBoard,
  DuplicateWorkspace,
  NewBoard,
  NewWorkspace,
  RenameWorkspace
} from "./boardDialogs.js"
import { type Place, reloadPlace } from "./homeData.js"

interface Shown {
  readonly me: User
  readonly reload: () => unknown
}

const BoardLine = ({ board, me, workspace }: { board: Board } & Pick<Place, "workspace"> & Pick<Shown, "me">) => {
  const done = () => reloadPlace(workspace.id)
  const remove = async (): Promise<void> => {
    const line = document.activeElement?.closest("li")
    const next = (line?.nextElementSibling ?? line?.previousElementSibling)?.querySelector("a")
    const section = line?.closest("section")
    await deleteBoard(board, done)
    focusAgain(() => next ?? section?.querySelector<HTMLElement>(".acts button") ?? null)
  }
  const role = board.members.find(({ userId }) => userId === me.id)?.role
  const canManage = mayManage(board, workspace.role, me)
  const items: ReadonlyArray<MenuItem> = [
    ...(canManage
      ? [
          {
            text: t("boards.rename"),
            run: () => void showDialog(async () => <BoardSettings board={board} done={done} />)
          },
          { text: t("boards.webhooks"), href: `/account?webhooks=${encodeURIComponent(board.id)}` }
        ]
      : []),
    ...(mayCreate(workspace.role)
      ? [{ text: t("boards.duplicate"), run: () => void showDialog(async () => <DuplicateBoard board={board} />) }]
      : []),
    ...(canManage ? [{ text: t("boards.delete"), isDanger: true, run: () => void remove() }] : [])
  ]
  return (
    <li>
      <a class="grow two-lines" href={boardHref(board.id)} title={board.name} onClick={followLink}>
        {board.name}
      </a>
      {workspace.role === null && role !== undefined ? <span class="faint">{t(`role.${role}`)}</span> : null}
      {items.length === 0 ? null : (
        <Menu label={p("boards.menuOf", { name: board.name })} items={items}>
          ⋯
        </Menu>
      )}
    </li>
  )
}

const menuOf = ({ workspace }: Place, { reload }: Shown): ReadonlyArray<MenuItem> => {
  const id = encodeURIComponent(workspace.id)
  const administers = managesAll(workspace.role)
  return [
    { text: p("workspace.members"), href: `/account?members=${id}` },
    ...(administers
      ? [
          {
            text: t("workspace.rename"),
            run: () => void showDialog(async () => <RenameWorkspace workspace={workspace} done={reload} />)
          },
          { text: t("boards.trash"), href: `/account?workspaceTrash=${id}` }
        ]
      : []),
    ...(mayCreate(workspace.role)
      ? [
          {
            text: p("workspace.duplicate"),
            run: () => void showDialog(async () => <DuplicateWorkspace workspace={workspace} done={reload} />)
          }
        ]
      : []),
    ...(workspace.role === "owner"
      ? [
          {
            text: p("workspace.delete"),
            isDanger: true,
            run: () => void showDialog(async () => <DeleteWorkspace workspace={workspace} done={reload} />)
          }
        ]
      : [])
  ]
}

const Workspace = ({ place, ...shown }: { place: Place } & Shown) => {
  const { boards, workspace } = place
  const title = `workspace-${workspace.id}`
  const load = () => reloadPlace(workspace.id).catch((error: unknown) => notify(reasonOf(error), { tone: "bad" }))
  return (
    <section class="workspace" aria-labelledby={title}>
      <div class="workspace-head">
        <h3 id={title} class="grow">
          <span aria-hidden="true" class="icon" style={{ borderColor: workspace.color }}>
            {workspace.icon}
          </span>{" "}
          {workspace.name}
        </h3>
        {workspace.role === null ? null : <span class="faint">{t(`role.${workspace.role}`)}</span>}
        {workspace.role === null ? null : (
          <Menu label={p("workspace.menuOf", { name: workspace.name })} items={menuOf(place, shown)}>
            ⋯
          </Menu>
        )}
      </div>
      {boards === null ? (
        <button type="button" class="button quiet" onClick={() => void load()}>
          {p("workspace.show", { name: workspace.name })}
        </button>
      ) : boards.length === 0 ? (
        <p class="faint">{p("workspace.empty")}</p>
      ) : (
        <ul class="rows">
          {boards.map((board) => (
            <BoardLine key={board.id} board={board} workspace={workspace} me={shown.me} />
          ))}
        </ul>
      )}
      {boards !== null && workspace.role === null ? <p class="faint">{p("workspace.shared")}</p> : null}
      {mayCreate(workspace.role) ? (
        <p class="acts">
          <button
            type="button"
            class="button quiet"
            aria-label={t("boards.newIn", { workspace: workspace.name })}
            onClick={() => void showDialog(async () => <NewBoard workspace={workspace} />)}
          >
            {t("boards.new")}
          </button>
          <a
            class="button quiet"
            href={`/account?import=${encodeURIComponent(workspace.id)}`}
            aria-label={p("workspace.importInto", { name: workspace.name })}
          >
            {t("workspace.import")}
          </a>
        </p>
      ) : null}
    </section>
  )
}

/** The workspaces with their boards, and what the user may do with them. */
export const Workspaces = ({ all, ...shown }: { all: ReadonlyArray<Place> } & Shown) => (
  <section aria-labelledby="workspaces-title">
    <div class="home-head">
      <h2 id="workspaces-title">{t("home.workspaces")}</h2>
      <button
        type="button"
        class={all.length === 0 ? "button" : "button quiet"}
        onClick={() => void showDialog(async () => <NewWorkspace done={shown.reload} />)}
      >
        {t("workspace.new")}
      </button>
    </div>
    {all.length === 0 ? <p class="faint">{p("workspace.none")}</p> : null}
    <div class="workspaces">
      {all.map((place) => (
        <Workspace key={place.workspace.id} place={place} {...shown} />
      ))}
    </div>
  </section>
)
