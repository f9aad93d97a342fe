import type { Role } from "@boardwright/client"
import { api } from "../api.js"
import { confirm } from "../ui/confirm.js"
import { Face } from "../cells/Value.js"
import { RoleChoice } from "../pages/RoleChoice.js"
import type { BoardStore } from "../store/BoardStore.js"
import { p } from "../text/pageTexts.js"
import { t } from "../text/texts.js"

/** Calls the API, then shows the board as it is. What it says is in the dialog, which is above all notices. */
export type Act = (call: () => Promise<unknown>, done: string) => Promise<boolean>

/** The people with access to a board, and what may be changed about them. */
export const Members = ({ act, canManage, store }: { store: BoardStore; canManage: boolean; act: Act }) => {
  const { id, me } = store
  const { members } = store.board()
  const people = store.people()
  const admins = members.filter(({ role }) => role === "admin")
  const others = [...people.values()].filter(
    (person) => person.role !== null && person.role !== "invited" && !members.some(({ userId }) => userId === person.id)
  )
  const leave = async (): Promise<void> => {
    const title = p("share.leaveTitle", { board: store.board().name })
    if (!(await confirm({ title, text: p("share.leaveText"), act: p("members.leave") }))) return
    if (await act(() => api.members.remove({ id, userId: me.id }), "")) location.assign("/app")
  }
  const remove = async (userId: string, name: string): Promise<void> => {
    const values = { name, board: store.board().name }
    const title = p("members.removeTitle", values)
    if (await confirm({ title, text: p("share.removeText", values), act: p("share.remove") }))
      await act(() => api.members.remove({ id, userId }), p("share.removed", values))
  }
  const faceOf = (personId: string, name: string | null, avatar: string | null | undefined) => (
    <>
      <Face id={personId} name={name ?? ""} avatar={avatar} />
      <span class="grow">
        {name ?? p("share.former")}
        {personId === me.id ? ` (${p("share.you")})` : ""}
        <span class="faint">{people.get(personId)?.email ?? ""}</span>
      </span>
    </>
  )
  return (
    <ul class="rows">
      {members.map(({ avatar, name: given, role, userId }) => {
        const name = given ?? p("share.former")
        // A board has at least one admin.
        const isLast = role === "admin" && admins.length === 1
        return (
          <li key={userId}>
            {faceOf(userId, given, avatar)}
            {canManage && !isLast ? (
              <RoleChoice
                key={role}
                name={name}
                role={role}
                change={(next) =>
                  act(
                    () => api.members.update({ id, userId, role: next }),
                    p("share.roleChanged", { name, role: t(`role.${next}`) })
                  )
                }
              />
            ) : (
              <span class="faint">{t(`role.${role}`)}</span>
            )}
            {isLast || (!canManage && userId !== me.id) ? null : userId === me.id ? (
              <button type="button" class="quiet" onClick={() => void leave()}>
                {p("members.leave")}
              </button>
            ) : (
              <button
                type="button"
                class="quiet"
                aria-label={p("share.removeOf", { name })}
                onClick={() => void remove(userId, name)}
              >
                {p("share.remove")}
              </button>
            )}
          </li>
        )
      })}
      {others.map(({ avatar, id: personId, name, role }) => (
        <li key={personId}>
          {faceOf(personId, name, avatar)}
          <span class="faint">{p("share.byWorkspace", { role: t(`role.${role as Role | "owner"}`) })}</span>
        </li>
      ))}
    </ul>
  )
}
