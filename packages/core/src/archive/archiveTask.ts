import { Option } from "effect"
import type { ColumnValues } from "../task/Task.js"
import type { GroupId } from "../values/ids.js"
import type { ArchivedTask, ArchiveHeader } from "./Archive.js"
import type { WholeTask } from "./ArchiveRepository.js"

const withoutTaskId = <A extends { readonly taskId: unknown }>({ taskId: _, ...part }: A): Omit<A, "taskId"> => part

/** A task as it goes into the archive of a header; none where the header has no group at all. */
export const archiveTask = ({ columns, groups }: Pick<ArchiveHeader, "groups" | "columns">) => {
  const groupIds = new Set(groups.map(({ id }) => id))
  const columnIds = new Set<string>(columns.map(({ id }) => id))
  const lastGroup = groups.at(-1)?.id
  const groupOf = (id: GroupId): GroupId | undefined => (groupIds.has(id) ? id : lastGroup)
  const valuesOf = (values: ColumnValues): ColumnValues =>
    Object.keys(values).every((key) => columnIds.has(key))
      ? values
      : Object.fromEntries(Object.entries(values).filter(([key]) => columnIds.has(key)))
  return ({ boardId: _boardId, rank: _rank, ...task }: WholeTask): Option.Option<ArchivedTask> =>
    Option.map(Option.fromNullable(groupOf(task.groupId)), (groupId) => ({
      ...task,
      groupId,
      columnValues: valuesOf(task.columnValues),
      comments: task.comments.map(withoutTaskId),
      subtasks: task.subtasks.map(withoutTaskId),
      timeEntries: task.timeEntries.map(withoutTaskId)
    }))
}
