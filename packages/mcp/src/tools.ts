/** The tools of agents, by name: each calls an endpoint of the API, named as in the contract. */
export const TOOLS = {
  list_workspaces: "workspaces.list",
  list_boards: "boards.list",
  get_board: "boards.get",
  list_people: "boards.people",
  list_tasks: "tasks.list",
  list_my_tasks: "tasks.mine",
  get_task: "tasks.get",
  list_comments: "tasks.listComments",
  list_subtasks: "tasks.listSubtasks",
  search: "search.find",
  list_trash: "trash.list",
  create_task: "tasks.create",
  update_task: "tasks.update",
  move_task: "tasks.move",
  bulk_tasks: "tasks.bulk",
  add_comment: "tasks.addComment",
  add_subtask: "tasks.addSubtask",
  update_subtask: "tasks.updateSubtask",
  add_time_entry: "tasks.addTimeEntry",
  add_group: "boards.addGroup",
  create_board: "boards.create",
  update_board: "boards.update",
  delete_task: "tasks.delete",
  delete_board: "boards.delete",
  restore_from_trash: "trash.restore"
} as const

/** Fields of endpoints that tools do not have: what an agent deletes can be restored from the trash. */
export const OMITTED: ReadonlySet<string> = new Set(["permanent"])

/** Tools that overwrite or delete, although their endpoint is a POST. */
export const OVERWRITING: ReadonlySet<string> = new Set(["bulk_tasks"])

/** What endpoints' descriptions say about fields and endpoints that tools do not have, by tool. */
export const OMITTED_TEXT: Readonly<Record<string, string>> = {
  bulk_tasks: ", to undo them by",
  delete_task: " permanent skips the trash, for admins of the board and the workspace's owner.",
  delete_board: "; permanent skips that, and cannot be undone"
}
