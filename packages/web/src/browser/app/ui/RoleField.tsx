import type { Role } from "@boardwright/client"
import { t } from "../text/texts.js"

const ROLES: ReadonlyArray<Role> = ["viewer", "editor", "admin"]

interface RoleFieldProps {
  readonly label: string
  readonly value: Role
  readonly choose: (role: Role) => void
  readonly id?: string
  readonly "aria-describedby"?: string
}

/** A choice of a role, by a name that says whose it is. */
export const RoleField = ({ choose, label, value, ...rest }: RoleFieldProps) => (
  <select
    {...rest}
    aria-label={label}
    value={value}
    onChange={({ currentTarget }) => choose(currentTarget.value as Role)}
  >
    {ROLES.map((role) => (
      <option key={role} value={role}>
        {t(`role.${role}`)}
      </option>
    ))}
  </select>
)
