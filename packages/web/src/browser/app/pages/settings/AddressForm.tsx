import { useSignal } from "@preact/signals"
import { api } from "../../api.js"
import { p } from "../../text/pageTexts.js"
import { CurrentPassword, PageForm, TextInput } from "../PageForm.js"

/** Changes the address of the account, by a link that is sent to the new one. */
export const AddressForm = ({ email, say }: { email: string; say: (text: string) => void }) => {
  const sent = useSignal(0)
  const entered = (fields: FormData) => String(fields.get("newEmail")).trim()
  const check = (fields: FormData) =>
    entered(fields).toLowerCase() === email.toLowerCase() ? { newEmail: p("settings.sameEmail") } : {}
  const send = async (fields: FormData): Promise<void> => {
    await api.accounts.changeEmail({ email: entered(fields), password: String(fields.get("emailPassword")) })
    sent.value += 1
    say(p("settings.emailSent"))
  }
  return (
    <section aria-labelledby="change-email-title">
      <h2 id="change-email-title">{p("settings.email")}</h2>
      <p class="hint">{p("settings.emailHint", { email })}</p>
      <PageForm
        key={sent.value}
        submit={p("settings.emailSend")}
        names={{ email: "newEmail", password: "emailPassword" }}
        reasons={{ emailPassword: p("settings.wrongPassword") }}
        check={check}
        send={send}
      >
        {(errors) => (
          <>
            <TextInput
              name="newEmail"
              type="email"
              label={p("settings.newEmail")}
              autocomplete="email"
              maxLength={254}
              errors={errors}
            />
            <CurrentPassword name="emailPassword" label={p("settings.password")} errors={errors} />
          </>
        )}
      </PageForm>
    </section>
  )
}
