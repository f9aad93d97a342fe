import type { Person } from "@boardwright/client"
import type { ComponentChildren } from "preact"
import { useLayoutEffect, useRef } from "preact/hooks"
import { useBoard } from "../BoardContext.js"
import { entriesOf, type Field, foldLabel, optionsIn, valueOf } from "../cells/fields.js"
import { Chip, Face, nameOf } from "../cells/Value.js"
import { go, param, params } from "../route.js"
import type { Tasks } from "../store/Operation.js"
import { t } from "../text/texts.js"
import { placeAgain } from "../ui/Popup.js"
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

/** Most people without an account that are listed. */
const MOST_OTHERS = 50

/** One value of a field that the filter may let through, which an address may also have by other names. */
const Tick = ({
  children,
  field,
  names = [],
  value
}: {
  field: Field
  value: string
  names?: ReadonlyArray<string>
  children: ComponentChildren
}) => {
  const name = conditionName(field)
  const chosen = params(name)
  const others = chosen.filter((each) => each !== value && !names.includes(each))
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

/** Who can be chosen in a field of people: who has access to the board, then others that its tasks have. */
const peopleIn = (field: Field, tasks: Tasks, people: ReadonlyMap<string, Person>): ReadonlyArray<string> => {
  if (field.kind !== "people") return []
  const members = [...people.values()].flatMap(({ id, role }) => (role === null ? [] : id))
  const found = new Map<string, string>()
  for (const task of tasks.values())
    for (const entry of entriesOf(valueOf(task, field))) {
      if (found.size === MOST_OTHERS) break
      if (!members.includes(entry)) found.set(foldLabel(entry), entry)
    }
  return [...members, ...[...found.values()].toSorted()]
}

const Conditions = ({ field }: { field: Field }) => {
  const { people, store } = useBoard()
  const { choices, ops } = conditionsOf(field)
  const options = optionsIn(field, store.tasks())
  const listed = peopleIn(field, store.tasks(), people.value)
  const known = new Set([
    ...options.flatMap(({ id, label, value }) => [id, label, value]),
    ...listed,
    ...choices.map((choice) => choice || NONE)
  ])
  return (
    <fieldset>
      <legend>{field.name}</legend>
      {options.map(({ color, id, label, text, value }) => (
        // An option keeps its id when it is renamed.
        <Tick
          key={label}
          field={field}
          value={field.column?.options.some((each) => each.id === id) ? id : label}
          names={[label, value ?? label]}
        >
          <Chip text={text} color={color} />
        </Tick>
      ))}
      {listed.map((id) => {
        const name = nameOf(people.value, id)
        return (
          <Tick key={id} field={field} value={id}>
            <Face id={id} name={name} avatar={people.value.get(id)?.avatar} /> {name}
          </Tick>
        )
      })}
      {choices.map((choice) => (
        <Tick key={choice} field={field} value={choice || NONE}>
          {choiceText(choice)}
        </Tick>
      ))}
      {params(conditionName(field))
        .filter((value) => !known.has(value))
        .map((value) => (
          <Tick key={value} field={field} value={value}>
            {field.kind === "people" ? nameOf(people.value, value) : value}
          </Tick>
        ))}
      {ops.map((op) => (
        <Typed key={op} field={field} op={op} />
      ))}
    </fieldset>
  )
}

/** The conditions of every field, beside each other. */
export const FilterConditions = () => {
  const { fields } = useBoard()
  const root = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => placeAgain(root.current), [])
  return (
    <div class="filters" ref={root}>
      {fields.value.map((field) => (
        <Conditions key={field.key} field={field} />
      ))}
    </div>
  )
}
