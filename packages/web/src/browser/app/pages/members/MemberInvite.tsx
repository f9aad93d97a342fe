import type { Role } from "@boardwright/client"
import { useSignal } from "@preact/signals"
import { api } from "../../api.js"
import { p } from "../../text/pageTexts.js"
import { RoleField } from "../../ui/RoleField.js"
import { PageForm, TextInput } from "../PageForm.js"

/** Invites an address to a workspace. */
export const MemberInvite = ({
  done,
  workspaceId
}: {
  workspaceId: string
  done: (email: string) => Promise<unknown>
}) => {
  const role = useSignal<Role>("editor")
  const send = async (fields: FormData): Promise<void> => {
    const email = String(fields.get("invitee")).trim()
    await api.workspaceMembers.invite({ id: workspaceId, email, role: role.value })
    await done(email)
  }
  return (
    <PageForm submit={p("members.send")} names={{ email: "invitee" }} send={send}>
      {(errors) => (
        <>
          <TextInput name="invitee" type="email" label={p("members.address")} errors={errors} maxLength={254} />
          <div class="field">
            <label for="role">{p("share.role")}</label>
            <p class="hint" id="role-hint">
              {p("members.roleHint")}
            </p>
            <RoleField
              id="role"
              aria-describedby="role-hint"
              label={p("share.role")}
              value={role.value}
              choose={(next) => {
                role.value = next
              }}
            />
          </div>
        </>
      )}
    </PageForm>
  )
}
