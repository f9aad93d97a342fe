import type { Role } from "@boardwright/client"
import { useSignal } from "@preact/signals"
import { p } from "../text/pageTexts.js"
import { RoleField } from "../ui/RoleField.js"
import { ActButton } from "./ActButton.js"

export type ChangeRole = (role: Role) => Promise<unknown>

/** A choice of the role of a member, with a button: a select alone would change the role at each arrow key. */
export const RoleChoice = ({ change, name, role }: { name: string; role: Role; change: ChangeRole }) => {
  const chosen = useSignal(role)
  return (
    <>
      <RoleField
        label={p("share.roleOf", { name })}
        value={chosen.value}
        choose={(next) => {
          chosen.value = next
        }}
      />
      <ActButton
        text={p("members.changeRole")}
        name={p("members.changeRoleOf", { name })}
        run={() => change(chosen.value)}
      />
    </>
  )
}
