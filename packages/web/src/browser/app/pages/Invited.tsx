import type { Invitation } from "@boardwright/client"
import { dateText } from "../cells/read.js"
import { ActButton } from "./ActButton.js"
import { p } from "../text/pageTexts.js"
import { t } from "../text/texts.js"

type Act = (invitationId: string, name: string) => Promise<unknown>

/** The invitations that wait for an answer, below the heading `invited-title`. */
export const Invited = ({
  invited,
  resend,
  withdraw
}: {
  invited: ReadonlyArray<Invitation>
  resend: Act
  withdraw: Act
}) => (
  <ul class="rows" role="list" aria-labelledby="invited-title">
    {invited.map(({ email, expiresAt, id, name: given, role }) => {
      const name = email ?? given ?? p("share.former")
      return (
        <li key={id}>
          <span class="grow">
            {name}{" "}
            <span class="faint">
              {t(`role.${role}`)}
              {expiresAt === null ? "" : `, ${p("share.until", { at: dateText(expiresAt) })}`}
            </span>
          </span>
          {email === null ? null : (
            <ActButton text={p("share.resend")} name={p("share.resendTo", { name })} run={() => resend(id, name)} />
          )}
          <ActButton text={p("share.withdraw")} name={p("share.withdrawOf", { name })} run={() => withdraw(id, name)} />
        </li>
      )
    })}
  </ul>
)
