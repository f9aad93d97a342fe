import type { Person } from "@boardwright/client"
import { faceColor, inkOn } from "./colors.js"
import { entriesOf, type Field, labelColor, optionOf } from "./fields.js"
import { t } from "../text/texts.js"
import { dateText, isCheck, isChecked, numberText, textOf } from "./read.js"

const DEFAULT_AVATAR = "/api/avatars/default.svg"

const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .filter((word) => word !== "")
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase() ?? "")
    .join("")

/** The picture of a person, or the initials; without a color for somebody who is written in words, as `nameOf` says. */
export const Face = ({ avatar, id, name }: { id: string; name: string; avatar?: string | null | undefined }) =>
  avatar && avatar !== DEFAULT_AVATAR ? (
    <img class="face" src={avatar} alt="" title={name} />
  ) : (
    <span
      class={name === id ? "face in-words" : "face"}
      aria-hidden="true"
      title={name}
      data-initials={initialsOf(name) || "?"}
      style={name === id ? undefined : { background: faceColor(id) }}
    />
  )

/** A label in its color. */
export const Chip = ({ color, text }: { color: string; text: string }) => (
  <span
    class={color === "" ? "chip no-color" : "chip"}
    dir="auto"
    style={color === "" ? undefined : { background: color, color: inkOn(color) }}
  >
    {text}
  </span>
)

const USER_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/** The name of an entry of people: a user, a former one, or somebody who is written in words. */
export const nameOf = (people: ReadonlyMap<string, Person>, entry: string): string => {
  const person = people.get(entry)
  return person?.name ?? (person !== undefined || USER_ID.test(entry) ? t("panel.former") : entry)
}

/** The names of the users that a value has, as where its column was one of people until now; null where it has none. */
export const userNames = (people: ReadonlyMap<string, Person>, value: unknown): string | null => {
  const isUser = (entry: string): boolean => people.has(entry) || (Array.isArray(value) && USER_ID.test(entry))
  const entries = entriesOf(value)
  return entries.some(isUser) ? entries.map((entry) => nameOf(people, entry)).join(", ") : null
}

/** A value as it is shown in a cell. */
export const Value = ({
  decimals = 0,
  field,
  isInGrid = true,
  isLate = false,
  isQuiet = false,
  people,
  value
}: {
  field: Field
  people: ReadonlyMap<string, Person>
  value: unknown
  /** How many decimals a number has at least. */
  decimals?: number | undefined
  /** Whether Tab passes over links, as in a grid of cells. */
  isInGrid?: boolean
  /** Whether a task should have been done by this date. */
  isLate?: boolean
  /** Whether a label has no loud color, since nobody may have chosen it. */
  isQuiet?: boolean
}) => {
  switch (field.kind) {
    case "option": {
      const option = optionOf(field, Array.isArray(value) ? value[0] : value)
      return option === null ? <>{textOf(value)}</> : <Chip {...option} {...(isQuiet ? { color: "" } : {})} />
    }
    case "labels":
      if (entriesOf(value).length === 0) return <>{textOf(value)}</>
      return (
        <span class="chips">
          {entriesOf(value).map((label) => (
            <Chip key={label} text={label} color={optionOf(field, label)?.color ?? labelColor(label)} />
          ))}
        </span>
      )
    case "people": {
      const entries = entriesOf(value)
      return (
        <span class="people">
          {entries.slice(0, 4).map((id) => (
            <Face key={id} id={id} name={nameOf(people, id)} avatar={people.get(id)?.avatar} />
          ))}
          <span class={entries.length === 1 ? "person-name" : "visually-hidden"}>
            {entries.map((id) => nameOf(people, id)).join(", ")}
          </span>
          {entries.length > 4 ? <span class="more-people">+{entries.length - 4}</span> : null}
        </span>
      )
    }
    case "date":
      return isLate ? (
        <span class="overdue" title={t("task.late")}>
          <span class="visually-hidden">{t("task.late")} </span>
          {dateText(value)}
        </span>
      ) : (
        <span class="date">{dateText(value)}</span>
      )
    case "number":
      return (
        <span class="number" title={userNames(people, value) ?? numberText(value)}>
          {userNames(people, value) ?? numberText(value, decimals)}
        </span>
      )
    case "checkbox":
      return isChecked(value) ? (
        <span class="check" role="img" aria-label={t("filter.yes")}>
          ✓
        </span>
      ) : isCheck(value) ? null : (
        <>{textOf(value)}</>
      )
    case "link":
    case "email": {
      const text = textOf(value)
      const href = field.kind === "email" ? `mailto:${text}` : text
      return /^(https?:\/\/|mailto:[^@\s]+@)/i.test(href) ? (
        <a href={href} target="_blank" rel="noopener noreferrer" tabIndex={isInGrid ? -1 : 0}>
          {text}
        </a>
      ) : (
        <>{text}</>
      )
    }
    default:
      return <bdi>{userNames(people, value) ?? textOf(value)}</bdi>
  }
}
