import type { User } from "@boardwright/client"
import { saveFile } from "../../../dom.js"
import { api } from "../../api.js"
import { loadMe } from "../../me.js"
import { p } from "../../text/pageTexts.js"
import { t } from "../../text/texts.js"
import { ActButton } from "../ActButton.js"
import { PageFrame } from "../PageFrame.js"
import { useOutcome } from "../useOutcome.js"
import { AddressForm } from "./AddressForm.js"
import { DeleteAccount } from "./DeleteAccount.js"
import { PasswordForm } from "./PasswordForm.js"
import { Profile } from "./Profile.js"
import { listSessions, Sessions } from "./Sessions.js"

const load = async () => {
  const [user, sessions] = await Promise.all([loadMe(), listSessions()])
  return { sessions, user }
}

/** Without passwords the dialog of an ended session has no form. */
const usesPasswords = (): boolean => document.getElementById("again") !== null

const Content = ({ sessions, user }: { sessions: Awaited<ReturnType<typeof listSessions>>; user: User }) => {
  const outcome = useOutcome()
  const { act, say } = outcome
  const download = () =>
    act(
      () => api.accounts.exportOwn(),
      (exported) => {
        const text = JSON.stringify(exported, null, 2)
        saveFile("boardwright-account.json", new Blob([text], { type: "application/json" }))
      }
    )
  return (
    <>
      {outcome.outcome}
      <p class="acts">
        <a class="button quiet" href="/account?tokens=1">
          {t("bar.tokens")}
        </a>
        <a class="button quiet" href="/account?securityLog=1">
          {p("securityLog.title")}
        </a>
      </p>
      <Sessions first={sessions} outcome={outcome} />
      <Profile user={user} say={say} />
      <AddressForm email={user.email} say={say} />
      {usesPasswords() ? <PasswordForm say={say} /> : null}
      <section aria-labelledby="data-title">
        <h2 id="data-title">{p("settings.data")}</h2>
        <p class="hint">{p("settings.dataHint")}</p>
        <p>
          <ActButton text={p("settings.download")} name={p("settings.download")} run={download} />
        </p>
      </section>
      <DeleteAccount />
    </>
  )
}

/** The sessions of the user, and what of the account only they change. */
export const Settings = () => (
  <PageFrame
    title={p("settings.title")}
    back={{ href: "/app", text: p("page.backToHome") }}
    loading={p("settings.loading")}
    load={load}
  >
    {(loaded) => <Content {...loaded} />}
  </PageFrame>
)
