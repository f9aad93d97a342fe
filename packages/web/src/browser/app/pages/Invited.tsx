import type { Invitation } from "@boardwright/client"
import { dateText } from "../cells/read.js"
import { ActButton } from "./ActButton.js"
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
      const name = email ?? given ?? t("share.former")
      return (
        <li key={id}>
          <span class="grow">
            {name}{" "}
            <span class="faint">
              {t(`role.${role}`)}
              {expiresAt === null ? "" : `, ${t("share.until", { at: dateText(expiresAt) })}`}
            </span>
          </span>
          {email === null ? null : (
            <ActButton text={t("share.resend")} name={t("share.resendTo", { name })} run={() => resend(id, name)} />
          )}
          <ActButton text={t("share.withdraw")} name={t("share.withdrawOf", { name })} run={() => withdraw(id, name)} />
        </li>
      )
    })}
  </ul>
)
