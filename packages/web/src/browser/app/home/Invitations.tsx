import type { ReceivedInvitation } from "@boardwright/client"
import { useLayoutEffect } from "preact/hooks"
import { api } from "../api.js"
import { attempt } from "../attempt.js"
import { param } from "../route.js"
import { notify } from "../store/notices.js"
import { focusOn } from "../task/focusOn.js"
import { t } from "../text/texts.js"
import { p } from "../text/pageTexts.js"
import { invitations } from "./homeData.js"

const answer = async ({ id }: ReceivedInvitation, verb: "accept" | "decline", done: string, reload: () => unknown) => {
  if (await attempt(() => api.invitations[verb]({ id }))) notify(done)
  await reload()
  // Once the invitation has left the page, where the user has not gone on.
  focusOn("main")
}

/** The invitations of the user that wait for an answer. The one whose mail led here gets the focus. */
export const Invitations = ({ reload }: { reload: () => unknown }) => {
  useLayoutEffect(() => document.getElementById(`invitation-${param("invitation")}`)?.focus(), [])
  return invitations.value.length === 0 ? null : (
    <section aria-labelledby="invitations-title">
      <h2 id="invitations-title">{t("home.invitations")}</h2>
      <ul class="rows">
        {invitations.value.map((each) => {
          const name = each.boardName ?? each.workspaceName ?? ""
          return (
            <li key={each.id} id={`invitation-${each.id}`} tabIndex={-1}>
              <span class="grow">
                <strong>{name}</strong> <span class="faint">{t(`role.${each.role}`)}</span>
              </span>
              <button
                type="button"
                class="button"
                aria-label={p("invitation.acceptOf", { name })}
                onClick={() => void answer(each, "accept", t("invitation.accepted", { name }), reload)}
              >
                {t("invitation.accept")}
              </button>
              <button
                type="button"
                class="button quiet"
                aria-label={p("invitation.declineOf", { name })}
                onClick={() => void answer(each, "decline", t("invitation.declined", { name }), reload)}
              >
                {p("invitation.decline")}
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
