import type { ComponentChildren } from "preact"
import { useBoard } from "../BoardContext.js"
import { type Field, optionsIn } from "../cells/fields.js"
import { Chip, Face } from "../cells/Value.js"
import { go, param, params } from "../route.js"
import { t } from "../text/texts.js"
import { Popup } from "../ui/Popup.js"
import { type Choice, conditionsOf, type Op } from "./conditions.js"
import { conditionName, NONE } from "./shown.js"

const choiceText = (choice: Choice): string => {
  switch (choice) {
    case "":
      return t("toolbar.none")
    case "overdue":
      return t("task.late")
    case "today":
    case "week":
      return t(`mine.${choice}`)
    default:
      return t(`filter.${choice}`)
  }
}

const opText = ({ kind }: Field, op: Op): string =>
  op === "contains" ? t("filter.contains") : t(`filter.${op}.${kind === "date" ? "date" : "number"}`)

/** One value of a field that the filter may let through, which an address may also have by its label. */
const Tick = ({
  children,
  field,
  label = "",
  value
}: {
  field: Field
  value: string
  label?: string
  children: ComponentChildren
}) => {
  const name = conditionName(field)
  const chosen = params(name)
  const others = chosen.filter((each) => each !== value && each !== label)
  return (
    <label class="tick">
      <input
        type="checkbox"
        checked={others.length < chosen.length}
        onChange={({ currentTarget }) => go({ [name]: currentTarget.checked ? [...chosen, value] : others }, "replace")}
      />
      {children}
    </label>
  )
}

/** What the values of a field are compared with. */
const Typed = ({ field, op }: { field: Field; op: Op }) => {
  const name = conditionName(field, op)
  const given = {
    value: param(name),
    onInput: ({ currentTarget }: { currentTarget: HTMLInputElement }) => go({ [name]: currentTarget.value }, "replace")
  }
  return (
    <label class="pick">
      {opText(field, op)}
      {field.kind === "date" ? (
        <input {...given} type="date" />
      ) : (
        <input
          {...given}
          type="text"
          inputMode={field.kind === "number" ? "decimal" : "text"}
          maxLength={255}
          autoComplete="off"
        />
      )}
    </label>
  )
}

const Conditions = ({ field }: { field: Field }) => {
  const { people, store } = useBoard()
  const { choices, ops } = conditionsOf(field)
  return (
    <fieldset>
      <legend>{field.name}</legend>
      {optionsIn(field, store.tasks()).map(({ color, id, label, text }) => (
        // An option keeps its id when it is renamed.
        <Tick
          key={label}
          field={field}
          value={field.column?.options.some((each) => each.id === id) ? id : label}
          label={label}
        >
          <Chip text={text} color={color} />
        </Tick>
      ))}
      {field.kind === "people"
        ? [...people.value.values()]
            .filter(({ role }) => role !== null)
            .map(({ avatar, id, name }) => (
              <Tick key={id} field={field} value={id}>
                <Face id={id} name={name ?? id} avatar={avatar} /> {name ?? id}
              </Tick>
            ))
        : null}
      {choices.map((choice) => (
        <Tick key={choice} field={field} value={choice || NONE}>
          {choiceText(choice)}
        </Tick>
      ))}
      {ops.map((op) => (
        <Typed key={op} field={field} op={op} />
      ))}
    </fieldset>
  )
}

/** The conditions of every field, beside each other. */
export const FilterPopup = () => {
  const { fields, filter } = useBoard()
  const filtered = new Set(filter.value.conditions.map(({ key }) => key))
  return (
    <Popup label={filtered.size === 0 ? t("toolbar.filter") : t("toolbar.filters", { n: filtered.size })}>
      {() => (
        <div class="filters">
          {fields.value.map((field) => (
            <Conditions key={field.key} field={field} />
          ))}
        </div>
      )}
    </Popup>
  )
}
