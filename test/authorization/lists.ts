import { type Caller, CALLERS, OUTSIDERS, type World } from "../support/world.js"

/** Who is signed in. */
export type Person = Exclude<Caller, "anonymous">

/** A list of the API. */
export interface List {
  readonly path: (world: World) => string
  readonly field: string
  /** Who may ask; all where nothing is said. */
  readonly for?: ReadonlyArray<Person>
  readonly of: (world: World, person: Person) => ReadonlyArray<string>
}

export const PEOPLE = CALLERS.filter((caller) => caller !== "anonymous")
const isOutsider = (person: Person): boolean => (OUTSIDERS as ReadonlyArray<Person>).includes(person)
const ON_BOARD = PEOPLE.filter((person) => !isOutsider(person))

/** What everyone gets of what there is, and how it is asked for. */
export const LISTS: Record<string, List> = {
  "the workspaces": {
    path: () => "/api/workspaces",
    field: "workspaces",
    of: ({ foreign, own }, person) =>
      person === "stranger" ? [foreign.workspaceId] : isOutsider(person) ? [] : [own.workspaceId]
  },
  "the boards of the workspace": {
    path: ({ own }) => `/api/boards?workspaceId=${own.workspaceId}`,
    field: "boards",
    for: ON_BOARD,
    of: ({ besides, own }, person) => (person === "owner" ? [own.boardId, besides.boardId] : [own.boardId])
  },
  "the boards of another workspace": {
    path: ({ foreign }) => `/api/boards?workspaceId=${foreign.workspaceId}`,
    field: "boards",
    for: ["stranger"],
    of: ({ foreign }) => [foreign.boardId]
  },
  "the tasks of a board": {
    path: ({ own }) => `/api/tasks?boardId=${own.boardId}`,
    field: "tasks",
    for: ON_BOARD,
    of: ({ own }) => [own.taskId]
  },
  "the tasks assigned to oneself": {
    path: ({ own }) => `/api/tasks/mine?workspaceId=${own.workspaceId}&sort=updatedAt`,
    field: "tasks",
    for: ON_BOARD,
    of: ({ besides, own }, person) => (person === "owner" ? [own.taskId, besides.taskId] : [])
  },
  "the invitations to a board": {
    path: ({ own }) => `/api/boards/${own.boardId}/invitations`,
    field: "invitations",
    for: ["admin", "owner"],
    of: ({ own }) => [own.invitationId]
  },
  "the invitations to oneself": {
    path: () => "/api/invitations",
    field: "invitations",
    of: ({ own }, person) => (person === "invitee" ? [own.invitationId] : [])
  }
}
