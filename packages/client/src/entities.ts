import type { BoardwrightClient } from "./createClient.js"

type Answer<F> = F extends (...parameters: never) => Promise<infer A> ? A : never
type Answers<N extends keyof BoardwrightClient, Name extends keyof BoardwrightClient[N]> = Answer<
  BoardwrightClient[N][Name]
>

/** The signed-in account. */
export type User = Answers<"accounts", "profile">
export type Workspace = Answers<"workspaces", "get">
/** A board with its groups, columns and members. */
export type Board = Answers<"boards", "get">
/** Someone who appears on a board. */
export type Person = Answers<"boards", "people">["people"][number]
export type Group = Board["groups"][number]
export type Column = Board["columns"][number]
export type Member = Board["members"][number]
export type Background = Board["background"]
export type Role = Member["role"]
export type Invitation = Answers<"invitations", "accept">["invitation"]
/** An invitation of the caller, with the board's name. */
export type ReceivedInvitation = Answers<"invitations", "listMine">["invitations"][number]
/** A warning about an imported cell. */
export type ImportWarning = Answers<"boards", "import">["warnings"][number]
/** A warning about the cells of an imported column. */
export type ImportColumnWarning = NonNullable<Answers<"boards", "import">["columnWarnings"]>[number]
export type TaskSummary = Answers<"tasks", "list">["tasks"][number]
/** A task that is assigned to the caller, with where it is. */
export type AssignedTask = Answers<"tasks", "mine">["tasks"][number]
export type Task = Answers<"tasks", "create">["task"]
/** A warning about a value of a task. */
export type ColumnWarning = NonNullable<Task["columnWarnings"]>[number]
/** A task with its comments, subtasks and time entries. */
export type TaskDetails = Answers<"tasks", "get">
export type Comment = Answers<"tasks", "addComment">["comment"]
export type Subtask = Answers<"tasks", "addSubtask">["subtask"]
export type TimeEntry = Answers<"tasks", "addTimeEntry">["timeEntry"]
/** A deleted board or task in the trash. */
export type Deletion = Answers<"trash", "list">["deletions"][number]
/** A task or a comment that a search found. */
export type SearchResult = Answers<"search", "find">["results"][number]
/** A change of the feed. */
export type Change = Answers<"changes", "list">["changes"][number]
export type ChangeType = Change["type"]
