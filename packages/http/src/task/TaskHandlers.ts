import { Bulk, Facade, type Rate } from "@boardwright/core"
import { Effect } from "effect"
import { handlers } from "../Handler.js"
import { done, enveloped, paged, successful, wrapped } from "../responseBodies.js"
import type { TaskApi } from "./TaskApi.js"

const { tasks } = Facade.useCases

export const TaskHandlers = handlers<typeof TaskApi>()({
  list: ({ input, query }) =>
    Effect.map(tasks.list.run(input()), ({ complete, ...page }) => ({
      ...paged("tasks", query)(page),
      ...(complete === undefined ? {} : { complete })
    })),
  mine: ({ input, query }) => Effect.map(tasks.mine.run(input()), paged("tasks", query)),
  get: ({ path }) => tasks.get.run(path.id),
  create: ({ input }) => Effect.map(tasks.create.run(input()), wrapped("task")),
  update: ({ input, path }) => Effect.map(tasks.update.run(path.id, input()), wrapped("task")),
  delete: ({ input, path }) => Effect.as(tasks.delete.run(path.id, input()), done("Task deleted")),
  move: ({ input, path }) => Effect.map(tasks.move.run(path.id, input()), enveloped("task")),
  moveToBoard: ({ input, path }) =>
    Effect.map(tasks.moveToBoard.run(path.id, input()), ({ lost, task }) => ({ ...enveloped("task")(task), lost })),
  duplicate: ({ input, path }) => Effect.map(tasks.duplicate.run(path.id, input()), enveloped("task")),
  bulk: ({ countMore, input }) =>
    Effect.flatMap(Effect.context<Rate.RateCounts>(), (counts) => {
      const admit: Bulk.Admit = (requests) => Effect.provide(countMore(requests), counts)
      return Effect.map(Effect.provideService(tasks.bulk.run(input()), Bulk.BulkAdmission, admit), successful)
    }),
  listComments: ({ input, path, query }) =>
    Effect.map(tasks.listComments.run(path.id, input()), paged("comments", query)),
  listSubtasks: ({ input, path, query }) =>
    Effect.map(tasks.listSubtasks.run(path.id, input()), paged("subtasks", query)),
  listTimeEntries: ({ input, path, query }) =>
    Effect.map(tasks.listTimeEntries.run(path.id, input()), paged("timeEntries", query)),
  addComment: ({ input, path }) => Effect.map(tasks.addComment.run(path.id, input()), wrapped("comment")),
  updateComment: ({ input, path }) =>
    Effect.map(tasks.updateComment.run(path.taskId, path.commentId, input()), enveloped("comment")),
  deleteComment: ({ path }) => Effect.as(tasks.deleteComment.run(path.taskId, path.commentId), done("Comment deleted")),
  addSubtask: ({ input, path }) => Effect.map(tasks.addSubtask.run(path.id, input()), enveloped("subtask")),
  updateSubtask: ({ input, path }) =>
    Effect.map(tasks.updateSubtask.run(path.taskId, path.subtaskId, input()), enveloped("subtask")),
  deleteSubtask: ({ path }) => Effect.as(tasks.deleteSubtask.run(path.taskId, path.subtaskId), done("Subtask deleted")),
  addTimeEntry: ({ input, path }) => Effect.map(tasks.addTimeEntry.run(path.id, input()), enveloped("timeEntry")),
  updateTimeEntry: ({ input, path }) =>
    Effect.map(tasks.updateTimeEntry.run(path.taskId, path.entryId, input()), enveloped("timeEntry")),
  deleteTimeEntry: ({ path }) =>
    Effect.as(tasks.deleteTimeEntry.run(path.taskId, path.entryId), done("Time entry deleted"))
})
