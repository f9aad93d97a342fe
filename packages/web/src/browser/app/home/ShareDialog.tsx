import type { Invitation, Person } from "@boardwright/client"
import { useEffect, useState } from "preact/hooks"
import { api, reasonOf, renewing } from "../api.js"
import type { BoardStore } from "../store/BoardStore.js"
import { t } from "../text/texts.js"
import { Dialog } from "../ui/Dialog.js"
import { InviteForm } from "./InviteForm.js"
import { type Act, Members } from "./Members.js"

const nameOf = ({ email, name }: Invitation): string => email ?? name ?? t("share.former")

const Invited = ({ act, boardId, invited }: { invited: ReadonlyArray<Invitation>; boardId: string; act: Act }) =>
  invited.length === 0 ? null : (
    <>
      <h3>{t("share.invited")}</h3>
      <ul class="rows">
        {invited.map((invitation) => {
          const name = nameOf(invitation)
          const path = { id: boardId, invitationId: invitation.id }
          return (
            <li key={invitation.id}>
              <span class="grow">{name}</span>
              <span class="faint">{t(`role.${invitation.role}`)}</span>
              {invitation.email === null ? null : (
                <button
                  type="button"
                  class="quiet"
                  aria-label={t("share.resendTo", { name })}
                  onClick={() => void act(() => api.invitations.resend(path), t("share.resent", { name }))}
                >
                  {t("share.resend")}
                </button>
              )}
              <button
                type="button"
                class="quiet"
                aria-label={t("share.withdrawOf", { name })}
                onClick={() => void act(() => api.invitations.withdraw(path), t("share.withdrawn", { name }))}
              >
                {t("share.withdraw")}
              </button>
            </li>
          )
        })}
      </ul>
    </>
  )

/** Who is on a board, and for its admins: inviting, roles, removing. Everyone may leave. */
export const ShareDialog = ({ store }: { store: BoardStore }) => {
  const [invited, setInvited] = useState<ReadonlyArray<Invitation>>([])
  const [said, setSaid] = useState("")
  const [problem, setProblem] = useState("")
  const { id } = store
  const canManage = store.role() === "admin"
  const load = async (): Promise<void> => {
    if (store.role() === "admin") setInvited((await api.invitations.listOfBoard({ id })).invitations)
  }
  const act: Act = async (call, done) => {
    setProblem("")
    setSaid("")
    try {
      await renewing(call)
      if (done !== "") await Promise.all([store.change(async () => undefined), load()])
      setSaid(done)
      return true
    } catch (error) {
      setProblem(reasonOf(error))
      return false
    }
  }
  useEffect(() => {
    load().catch((error: unknown) => setProblem(reasonOf(error)))
  }, [])
  const candidates = [...store.people().values()].filter((person): person is Person & { name: string } => {
    const isOn = store.board().members.some(({ userId }) => userId === person.id)
    return person.name !== null && !isOn && person.role !== "owner" && person.role !== "invited"
  })
  return (
    <Dialog title={t(canManage ? "share.title" : "share.members", { board: store.board().name })} wide>
      {canManage ? (
        <InviteForm
          candidates={candidates}
          invite={(who, role, name) => act(() => api.members.invite({ id, ...who, role }), t("share.done", { name }))}
        />
      ) : null}
      <p class="error" role="alert">
        {problem}
      </p>
      <p class="said" role="status">
        {said}
      </p>
      <Members store={store} canManage={canManage} act={act} />
      {canManage ? <Invited invited={invited} boardId={id} act={act} /> : null}
    </Dialog>
  )
}
