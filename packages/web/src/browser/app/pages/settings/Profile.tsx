import type { User } from "@boardwright/client"
import { useRef } from "preact/hooks"
import { api } from "../../api.js"
import { me } from "../../me.js"
import { p } from "../../text/pageTexts.js"
import { t } from "../../text/texts.js"
import { PageForm, TextInput } from "../PageForm.js"

const KINDS = ["assigned", "mentioned", "due", "signIn"] as const

/** The name of the user, their time zone, and the emails that they get. */
export const Profile = ({ say, user }: { user: User; say: (text: string) => void }) => {
  const changed = useRef(new Set<string>())
  const send = async (fields: FormData): Promise<void> => {
    const kinds = fields.getAll("kinds")
    // Of the others the server's own setting decides, until the user does.
    const chosen = KINDS.filter((kind) => changed.current.has(kind) || user.notifications[kind] !== undefined)
    const saved = await api.accounts.updateProfile({
      name: String(fields.get("name")),
      timezone: String(fields.get("timezone")),
      notifications: Object.fromEntries(chosen.map((kind) => [kind, kinds.includes(kind)]))
    })
    me.value = saved.user
    say(p("settings.profileSaved"))
  }
  return (
    <section aria-labelledby="profile-title">
      <h2 id="profile-title">{p("settings.profile")}</h2>
      <PageForm submit={t("action.save")} send={send} reasons={{ timezone: p("settings.noTimezone") }}>
        {(errors) => (
          <>
            <TextInput
              name="name"
              label={p("settings.name")}
              autocomplete="name"
              maxLength={255}
              value={user.name}
              errors={errors}
            />
            <TextInput
              name="timezone"
              label={p("settings.timezone")}
              hint={p("settings.timezoneHint", { zone: new Intl.DateTimeFormat().resolvedOptions().timeZone })}
              suggestions={Intl.supportedValuesOf("timeZone")}
              maxLength={64}
              value={user.timezone}
              errors={errors}
            />
            <fieldset>
              <legend>{p("settings.mails")}</legend>
              {KINDS.map((kind) => (
                <label key={kind} class="page-check">
                  <input
                    type="checkbox"
                    name="kinds"
                    value={kind}
                    defaultChecked={user.notifications[kind] === true}
                    ref={(box) => {
                      if (box !== null && !changed.current.has(kind))
                        box.indeterminate = user.notifications[kind] === undefined
                    }}
                    onChange={() => changed.current.add(kind)}
                    autocomplete="off"
                  />
                  {p(`settings.mail.${kind}`)}
                </label>
              ))}
              {KINDS.some((kind) => user.notifications[kind] === undefined) ? (
                <p class="faint">{p("settings.mailsUnset")}</p>
              ) : null}
            </fieldset>
          </>
        )}
      </PageForm>
    </section>
  )
}
