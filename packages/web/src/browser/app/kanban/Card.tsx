import { useBoard } from "../BoardContext.js"
import { isDueToday, isOverdue } from "../cells/due.js"
import { entriesOf, type Field, fieldFor, isDefault, isEmptyValue, ownField, valueOf } from "../cells/fields.js"
import { Value } from "../cells/Value.js"
import { followLink, hrefWith } from "../route.js"
import type { BoardTask } from "../store/Operation.js"
import { t } from "../text/texts.js"
import { CommentIcon } from "../ui/CommentIcon.js"
import { memo } from "../ui/memo.js"
import { nameLines } from "./nameLines.js"

/** The fields that a card shows. */
export interface CardFields {
  readonly people: Field
  readonly due: Field
  readonly labels: ReadonlyArray<Field>
}

/** The fields of a card: people, the due date, labels, and a priority; not the one that the lanes are made of. */
export const cardFieldsOf = (fields: ReadonlyArray<Field>, by: string): CardFields => {
  const priority = fieldFor(fields, "priority")
  const shown = fields.filter(({ column, key, kind }) => {
    const isLabels = kind === "labels" || key === priority?.key
    return isLabels && key !== by && column?.visible !== false
  })
  return {
    people: fieldFor(fields, "assignees") ?? ownField("assignees", new Map()),
    due: fieldFor(fields, "dueDate") ?? ownField("dueDate", new Map()),
    labels: shown
  }
}

/** The fields whose labels a card has: not what nobody may have chosen. */
const labelsOf = (task: BoardTask, { labels }: CardFields): ReadonlyArray<Field> =>
  labels.filter((field) => !isEmptyValue(valueOf(task, field)) && !isDefault(task, field))

export const hasLabels = (task: BoardTask, fields: CardFields): boolean => labelsOf(task, fields).length > 0

export const hasFacts = (task: BoardTask, { due, people }: CardFields): boolean =>
  task.counts.comments + task.counts.subtasks > 0 ||
  !isEmptyValue(valueOf(task, due)) ||
  entriesOf(valueOf(task, people)).length > 0

/** A task as a card: a link that opens it. */
export const Card = memo(({ fields, isStop, task }: { fields: CardFields; task: BoardTask; isStop: boolean }) => {
  const { people } = useBoard()
  const { comments, subtasks, subtasksDone } = task.counts
  const due = valueOf(task, fields.due)
  const isToday = isDueToday(task, fields.due)
  return (
    <a
      class="card"
      href={hrefWith({ task: task.id })}
      tabIndex={isStop ? 0 : -1}
      data-card={task.id}
      onClick={followLink}
    >
      <span class="card-name" dir="auto" data-lines={nameLines(task.name)}>
        {task.name}
      </span>
      {hasLabels(task, fields) ? (
        <span class="card-labels">
          {labelsOf(task, fields).map((field) => (
            <Value key={field.key} field={field} value={valueOf(task, field)} people={people.value} />
          ))}
        </span>
      ) : null}
      {hasFacts(task, fields) ? (
        <span class="card-facts">
          {isEmptyValue(due) ? null : (
            <span class={isToday ? "due today" : "due"} title={isToday ? t("mine.today") : undefined}>
              {isToday ? <span class="visually-hidden">{t("mine.today")} </span> : null}
              <Value field={fields.due} value={due} people={people.value} isLate={isOverdue(task, fields.due)} />
            </span>
          )}
          {subtasks > 0 ? (
            <span class="count">
              <span class="visually-hidden">{t("task.subtasksDone", { done: subtasksDone, n: subtasks })}</span>
              <span aria-hidden="true">
                ☑ {subtasksDone}/{subtasks}
              </span>
            </span>
          ) : null}
          {comments > 0 ? (
            <span class="count">
              <span class="visually-hidden">{t("task.comments", { n: comments })}</span>
              <span aria-hidden="true">
                <CommentIcon /> {comments}
              </span>
            </span>
          ) : null}
          <Value field={fields.people} value={valueOf(task, fields.people)} people={people.value} />
        </span>
      ) : null}
    </a>
  )
})
