import { forgetToken, goTo } from "../../../session.js"
import { api } from "../../api.js"
import { p } from "../../text/pageTexts.js"
import { CurrentPassword, PageForm } from "../PageForm.js"

const send = async (fields: FormData): Promise<void> => {
  await api.accounts.deleteOwn({ password: String(fields.get("deletePassword")) })
  forgetToken()
  goTo("/signin", p("settings.deleted"))
}

/** Deletes the account, which takes the password. */
export const DeleteAccount = () => (
  <section aria-labelledby="delete-account-title">
    <h2 id="delete-account-title">{p("settings.delete")}</h2>
    <p class="hint">{p("settings.deleteHint")}</p>
    <PageForm
      submit={p("settings.deleteNow")}
      names={{ password: "deletePassword" }}
      reasons={{ deletePassword: p("settings.wrongPassword") }}
      send={send}
    >
      {(errors) => <CurrentPassword name="deletePassword" label={p("settings.deletePassword")} errors={errors} />}
    </PageForm>
  </section>
)
