import type { Invitation } from "@boardwright/client"
import { dayText } from "./days.js"
import { actButton, askFirst, make } from "./dom.js"
import type { Response } from "./request.js"
import { write } from "./session.js"
import { roleText } from "./standing.js"

/** The entry of a pending invitation to the workspace at `path`; `finish` shows what came of its buttons. */
export const invitedRow = (
  invitation: Invitation,
  path: string,
  finish: (done: Response<unknown>, text: string) => Promise<void>
): HTMLElement => {
  const { email, expiresAt, id, name, role } = invitation
  const who = email ?? name ?? "Someone"
  const one = `${path}/invitations/${encodeURIComponent(id)}`
  const resend = async () => finish(await write(`${one}/resend`), `The email to ${who} is sent again, with a new link.`)
  const withdraw = async () => {
    const text = `The link in the email to ${who} then leads nowhere.`
    if (!(await askFirst("Withdraw the invitation?", text, "Withdraw"))) return
    await finish(await write(one, undefined, "DELETE"), `The invitation of ${who} is withdrawn.`)
  }
  const until = expiresAt === null ? "" : `, until ${dayText(expiresAt)}`
  return make(
    "li",
    {},
    make("div", {}, make("strong", {}, who), make("br"), make("span", { class: "hint" }, `${roleText(role)}${until}`)),
    make(
      "span",
      { class: "act" },
      ...(email === null ? [] : [actButton("Send again", `to ${who}`, resend)]),
      actButton("Withdraw", `the invitation of ${who}`, withdraw)
    )
  )
}
