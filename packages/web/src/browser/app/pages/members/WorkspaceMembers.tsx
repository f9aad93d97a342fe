import type { User } from "@boardwright/client"
import { useSignal } from "@preact/signals"
import { goTo } from "../../../session.js"
import { api } from "../../api.js"
import { loadMe } from "../../me.js"
import { param } from "../../route.js"
import { managesAll } from "../../rights.js"
import { p } from "../../text/pageTexts.js"
import { t } from "../../text/texts.js"
import { confirm } from "../../ui/confirm.js"
import { Invited } from "../Invited.js"
import { PageFrame } from "../PageFrame.js"
import { useOutcome } from "../useOutcome.js"
import { MemberInvite } from "./MemberInvite.js"
import { type Member, MemberLine, nameOf } from "./MemberLine.js"

const list = async (id: string) => {
  const [workspace, { members }] = await Promise.all([
    api.workspaces.get({ id }),
    api.workspaceMembers.list({ id, limit: 1000 })
  ])
  const canManage = managesAll(workspace.role)
  const invitations = canManage ? (await api.workspaceMembers.listInvitations({ id, limit: 1000 })).invitations : []
  return { canManage, invitations, members, workspace }
}

type Listed = Awaited<ReturnType<typeof list>>

const load = async () => {
  const id = param("members")
  const [me, first] = await Promise.all([loadMe(), list(id)])
  return { first, me }
}

const Content = ({ first, me }: { first: Listed; me: User }) => {
  const listed = useSignal(first)
  const invites = useSignal(0)
  const { act, outcome, say } = useOutcome()
  const { canManage, invitations, members, workspace } = listed.value
  const { id } = workspace
  /** Changes something, and shows the members as they are then. */
  const change = (call: () => Promise<unknown>, done: string) =>
    act(call, async () => {
      listed.value = await list(id)
      say(done)
    })
  const ask = async (title: string, text: string, button: string, go: () => Promise<void>): Promise<void> => {
    if (await confirm({ title, text, act: button })) await go()
  }
  const remove = (member: Member): Promise<void> => {
    const values = { name: nameOf(member), workspace: workspace.name }
    return ask(p("members.removeTitle", values), p("members.removeText", values), p("share.remove"), () =>
      change(() => api.workspaceMembers.remove({ id, userId: member.userId }), p("share.removed", values))
    )
  }
  const leave = (): Promise<void> => {
    const values = { workspace: workspace.name }
    return ask(p("members.leaveTitle", values), p("members.leaveText"), p("members.leave"), () =>
      act(
        () => api.workspaceMembers.remove({ id, userId: me.id }),
        () => goTo("/app", p("members.left", values))
      )
    )
  }
  const handOver = (member: Member): Promise<void> => {
    const values = { name: nameOf(member), workspace: workspace.name }
    return ask(p("members.handOverTitle", values), p("members.handOverText", values), p("members.handOver"), () =>
      change(() => api.workspaces.transfer({ id, userId: member.userId }), p("members.handedOver", values))
    )
  }
  const withdraw = (invitationId: string, name: string): Promise<void> =>
    ask(p("members.withdrawTitle"), p("members.withdrawText", { name }), p("share.withdraw"), () =>
      change(() => api.workspaceMembers.withdraw({ id, invitationId }), p("share.withdrawn", { name }))
    )
  const lineOf = (member: Member) => {
    const { role, userId } = member
    const name = nameOf(member)
    const isMe = userId === me.id
    const mayChange = canManage && role !== "owner"
    const acts = [
      ...(workspace.role === "owner" && role === "admin"
        ? [{ text: p("members.handOver"), name: p("members.handOverTo", { name }), run: () => handOver(member) }]
        : []),
      ...(isMe && role !== "owner"
        ? [{ text: p("members.leave"), name: p("members.leaveOf", { workspace: workspace.name }), run: leave }]
        : []),
      ...(mayChange && !isMe
        ? [{ text: p("share.remove"), name: p("share.removeOf", { name }), run: () => remove(member) }]
        : [])
    ]
    return (
      <MemberLine
        key={userId}
        member={member}
        isMe={isMe}
        acts={acts}
        changeRole={
          mayChange
            ? (next) =>
                change(
                  () => api.workspaceMembers.update({ id, userId, role: next }),
                  p("members.roleChanged", { name, role: p(`event.role.${next}`) })
                )
            : null
        }
      />
    )
  }
  return (
    <>
      <p>{p("members.intro", { workspace: workspace.name })}</p>
      {outcome}
      <ul class="rows" id="members" role="list" aria-label={t("share.people")}>
        {members.map(lineOf)}
      </ul>
      {invitations.length === 0 ? null : (
        <section aria-labelledby="invited-title">
          <h2 id="invited-title">{p("share.invited")}</h2>
          <Invited
            invited={invitations}
            resend={(invitationId, name) =>
              change(() => api.workspaceMembers.resend({ id, invitationId }), p("members.resent", { name }))
            }
            withdraw={withdraw}
          />
        </section>
      )}
      {canManage ? (
        <section aria-labelledby="invite-title">
          <h2 id="invite-title">{p("members.invite")}</h2>
          <p class="hint">{p("members.inviteHint")}</p>
          <MemberInvite
            key={invites.value}
            workspaceId={id}
            done={(email) => {
              invites.value += 1
              return change(async () => undefined, p("members.invited", { email }))
            }}
          />
        </section>
      ) : null}
    </>
  )
}

/** The members of a workspace; those who manage it invite, change roles and remove, and its owner hands it over. */
export const WorkspaceMembers = () => (
  <PageFrame
    title={t("share.people")}
    windowTitle={({ first }) => p("share.members", { board: first.workspace.name })}
    back={{ href: "/app", text: p("page.backToHome") }}
    loading={p("members.loading")}
    load={load}
    reasons={{ 403: p("members.forbidden"), 404: p("members.missing") }}
  >
    {(loaded) => <Content {...loaded} />}
  </PageFrame>
)
