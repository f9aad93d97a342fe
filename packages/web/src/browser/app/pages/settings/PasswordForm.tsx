import { useSignal } from "@preact/signals"
import { isPasswordTooLong, loadMostUsed } from "../../../form.js"
import { storeToken } from "../../../session.js"
import { api } from "../../api.js"
import { p } from "../../text/pageTexts.js"
import { CurrentPassword, PageForm, TextInput } from "../PageForm.js"

/** Changes the password of the account, which ends its other sessions. */
export const PasswordForm = ({ say }: { say: (text: string) => void }) => {
  const changed = useSignal(0)
  const isMostUsed = useSignal(false)
  const warn = async (input: HTMLInputElement): Promise<void> => {
    const mostUsed = await loadMostUsed()
    isMostUsed.value = mostUsed.isMostUsed(input.value)
  }
  const check = (fields: FormData) =>
    isPasswordTooLong(String(fields.get("newPassword"))) ? { newPassword: p("settings.passwordTooLong") } : {}
  const send = async (fields: FormData): Promise<void> => {
    const { token } = await api.accounts.changePassword({
      currentPassword: String(fields.get("currentPassword")),
      newPassword: String(fields.get("newPassword"))
    })
    storeToken(token)
    isMostUsed.value = false
    changed.value += 1
    say(p("settings.passwordChanged"))
  }
  return (
    <section aria-labelledby="change-password-title">
      <h2 id="change-password-title">{p("settings.changePassword")}</h2>
      <p class="hint">{p("settings.changePasswordHint")}</p>
      <PageForm
        key={changed.value}
        submit={p("settings.changePasswordNow")}
        reasons={{ currentPassword: p("settings.wrongPassword") }}
        check={check}
        send={send}
      >
        {(errors) => (
          <>
            <CurrentPassword name="currentPassword" label={p("settings.currentPassword")} errors={errors} />
            <TextInput
              name="newPassword"
              type="password"
              label={p("settings.newPassword")}
              hint={p("settings.newPasswordHint")}
              autocomplete="new-password"
              minLength={8}
              warning={isMostUsed.value ? p("settings.mostUsed") : ""}
              errors={errors}
              onInput={({ currentTarget }) => void warn(currentTarget)}
            />
          </>
        )}
      </PageForm>
      <p>
        <a href="/forgot-password">{p("settings.forgotten")}</a>
      </p>
    </section>
  )
}
