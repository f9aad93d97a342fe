import type { Role } from "@boardwright/client"
import { useState } from "preact/hooks"
import { p } from "../text/pageTexts.js"
import { RoleField } from "../ui/RoleField.js"

interface InviteFormProps {
  /** People who can be chosen by name. */
  readonly candidates: ReadonlyArray<{ readonly id: string; readonly name: string }>
  readonly invite: (
    who: { readonly userId: string } | { readonly email: string },
    role: Role,
    name: string
  ) => Promise<boolean>
}

/** Invites by address, or somebody who is known here by name. */
export const InviteForm = ({ candidates, invite }: InviteFormProps) => {
  const [who, setWho] = useState("")
  const [role, setRole] = useState<Role>("editor")
  const [isBusy, setBusy] = useState(false)
  const send = async (): Promise<void> => {
    const entered = who.trim()
    const named = candidates.filter(({ name }) => name === entered)
    const [person] = named
    setBusy(true)
    const done = await invite(
      person === undefined || named.length > 1 ? { email: entered } : { userId: person.id },
      role,
      entered
    )
    // Unless the next one is typed already.
    if (done) setWho((now) => (now === who ? "" : now))
    setBusy(false)
  }
  return (
    <form
      class="invite"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy) void send()
      }}
    >
      <label for="invitee">{p("share.who")}</label>
      <div class="invite-line">
        <input
          id="invitee"
          value={who}
          list="candidates"
          autocomplete="off"
          required
          maxLength={255}
          onInput={({ currentTarget }) => setWho(currentTarget.value)}
        />
        <datalist id="candidates">
          {candidates.map(({ id, name }) => (
            <option key={id} value={name} />
          ))}
        </datalist>
        <RoleField label={p("share.role")} value={role} choose={setRole} />
        <button aria-busy={isBusy}>{p("share.invite")}</button>
      </div>
    </form>
  )
}
