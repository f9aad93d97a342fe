import type { Person } from "@boardwright/client"
import { type Choice, ChoiceEditor } from "./ChoiceEditor.js"
import type { EditorProps } from "./EditorProps.js"
import { entriesOf, type Field, optionOf } from "./fields.js"
import { TextEditor } from "./TextEditor.js"
import { Chip, Face, nameOf } from "./Value.js"

const labelChoices = ({ options }: Field, value: unknown): ReadonlyArray<Choice> => {
  const known = entriesOf(value).flatMap((label) => optionOf({ options }, label) ?? [])
  const others = known.filter(({ label }) => !options.some((option) => option.label === label))
  return [...options, ...others].map(({ color, label, text }) => ({
    value: label,
    label: text,
    show: <Chip text={text} color={color} />
  }))
}

const peopleChoices = (people: ReadonlyMap<string, Person>, value: unknown): ReadonlyArray<Choice> => {
  const chosen = entriesOf(value)
  const ids = [...new Set([...chosen, ...[...people.values()].filter(({ role }) => role !== null).map(({ id }) => id)])]
  return ids.map((id) => {
    const name = nameOf(people, id)
    return {
      value: id,
      label: name,
      show: (
        <span class="person">
          <Face id={id} name={name} avatar={people.get(id)?.avatar} /> {name}
        </span>
      )
    }
  })
}

/** The editor of a cell, by the type of its field. A checkbox has none: it changes at once. */
export const Editor = (props: EditorProps) => {
  const { field, people, value } = props
  switch (field.kind) {
    case "option":
    case "labels":
      return (
        <ChoiceEditor
          {...props}
          choices={labelChoices(field, value)}
          isMany={field.kind === "labels"}
          isOpen={field.column?.strict !== true}
        />
      )
    case "people":
      return <ChoiceEditor {...props} choices={peopleChoices(people, value)} isMany={true} isOpen={false} />
    default:
      return <TextEditor {...props} />
  }
}
