/** Asks for rows whose parent is gone, and for tasks whose group is not of their board. */
export const ORPHANS = [
  ["task", "not exists (select from boardwright_group p where p.id = c.group_id and p.board_id = c.board_id)"],
  ...["group", "column", "member", "invitation", "task"].map((table) => [
    table,
    "not exists (select from boardwright_board p where p.id = c.board_id)"
  ]),
  ...["task_assignee", "comment", "subtask", "time_entry"].map((table) => [
    table,
    "not exists (select from boardwright_task p where p.id = c.task_id)"
  ]),
  ["board", "not exists (select from boardwright_workspace p where p.id = c.workspace_id)"]
]
  .map(([table, orphaned]) => `select '${table}' as orphan from boardwright_${table} c where ${orphaned}`)
  .join(" union all ")
