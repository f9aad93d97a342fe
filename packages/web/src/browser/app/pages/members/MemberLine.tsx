import type { ComponentProps } from "preact"
import type { AnswerOf } from "../../../request.js"
import { Face } from "../../cells/Value.js"
import { p } from "../../text/pageTexts.js"
import { t } from "../../text/texts.js"
import { ActButton } from "../ActButton.js"
import { type ChangeRole, RoleChoice } from "../RoleChoice.js"

export type Member = AnswerOf<"workspaceMembers", "list">["members"][number]

export const nameOf = ({ name }: Member): string => name ?? p("share.former")

interface MemberLineProps {
  readonly member: Member
  readonly isMe: boolean
  /** Null where the user may not. */
  readonly changeRole: ChangeRole | null
  readonly acts: ReadonlyArray<ComponentProps<typeof ActButton>>
}

/** A member of a workspace, and what the user may do with them. */
export const MemberLine = ({ acts, changeRole, isMe, member }: MemberLineProps) => {
  const { avatar, role, userId } = member
  const name = nameOf(member)
  return (
    <li>
      <Face id={userId} name={name} avatar={avatar} />
      <span class="grow">
        <strong dir="auto">{name}</strong>
        {isMe ? ` (${p("share.you")})` : ""}{" "}
        {changeRole === null ? <span class="faint">{t(`role.${role}`)}</span> : null}
      </span>
      {changeRole === null || role === "owner" ? null : (
        <RoleChoice key={role} name={name} role={role} change={changeRole} />
      )}
      {acts.map((act) => (
        <ActButton key={act.text} {...act} />
      ))}
    </li>
  )
}
