import type { Invitation, Person } from "@boardwright/client"
import { useEffect, useRef, useState } from "preact/hooks"
import { api, reasonOf, renewing } from "../api.js"
import { Invited } from "../pages/Invited.js"
import type { BoardStore } from "../store/BoardStore.js"
import { p } from "../text/pageTexts.js"
import { confirm } from "../ui/confirm.js"
import { Dialog } from "../ui/Dialog.js"
import { InviteForm } from "./InviteForm.js"
import { type Act, Members } from "./Members.js"

/** Who is on a board, and for its admins: inviting, roles, removing. Everyone may leave. */
export const ShareDialog = ({ store }: { store: BoardStore }) => {
  const [invited, setInvited] = useState<ReadonlyArray<Invitation>>([])
  const [said, setSaid] = useState("")
  const [problem, setProblem] = useState("")
  const status = useRef<HTMLParagraphElement>(null)
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
      requestAnimationFrame(() => {
        // The button may have gone with what it was about.
        if (document.activeElement === document.body) status.current?.focus()
      })
      return true
    } catch (error) {
      setProblem(reasonOf(error))
      return false
    }
  }
  const withdraw = async (invitationId: string, name: string): Promise<void> => {
    const text = p("members.withdrawText", { name })
    if (await confirm({ title: p("members.withdrawTitle"), text, act: p("share.withdraw") }))
      await act(() => api.invitations.withdraw({ id, invitationId }), p("share.withdrawn", { name }))
  }
  useEffect(() => {
    load().catch((error: unknown) => setProblem(reasonOf(error)))
  }, [])
  const candidates = [...store.people().values()].filter((person): person is Person & { name: string } => {
    const isOn = store.board().members.some(({ userId }) => userId === person.id)
    return person.name !== null && !isOn && person.role !== "owner" && person.role !== "invited"
  })
  return (
    <Dialog title={p(canManage ? "share.title" : "share.members", { board: store.board().name })} wide>
      {canManage ? (
        <InviteForm
          candidates={candidates}
          invite={(who, role, name) => act(() => api.members.invite({ id, ...who, role }), p("share.done", { name }))}
        />
      ) : null}
      <p class="error" role="alert">
        {problem}
      </p>
      <p class="said" role="status" tabIndex={-1} ref={status}>
        {said}
      </p>
      <Members store={store} canManage={canManage} act={act} />
      {invited.length === 0 ? null : (
        <>
          <h3 id="invited-title">{p("share.invited")}</h3>
          <Invited
            invited={invited}
            resend={(invitationId, name) =>
              act(() => api.invitations.resend({ id, invitationId }), p("share.resent", { name }))
            }
            withdraw={withdraw}
          />
        </>
      )}
    </Dialog>
  )
}
