/** What others see of a user. */
export interface Face {
  readonly name: string | null
  readonly avatar: string | null
}

/** A user of the model. */
export interface User extends Face {
  readonly id: string
  readonly email: string
}

/** A workspace as it is shown. */
export interface Workspace {
  readonly id: string
  readonly name: string
  readonly icon: string
  readonly color: string
  readonly ownerId: string
  readonly createdAt: string
  readonly updatedAt: string
}

/** Closed, from most rights to fewest. */
export type Role = "admin" | "editor" | "viewer"

/** A column as it is shown within its board: bound to no field, and of a type without options. */
export interface Column {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly required: boolean
  readonly description: string
  readonly width: number | null
  readonly visible: boolean
  readonly field: null
  readonly options: ReadonlyArray<never>
  readonly strict: false
}

/** A board as it is shown. */
export interface Board {
  readonly id: string
  readonly workspaceId: string
  readonly name: string
  readonly description: string
  readonly groups: ReadonlyArray<{ readonly id: string; readonly name: string; readonly color: string }>
  readonly columns: ReadonlyArray<Column>
  /** In order of joining. */
  readonly members: ReadonlyArray<{ readonly userId: string; readonly role: Role } & Face>
  readonly background: unknown
  readonly viewDensity: string
  readonly createdAt: string
  readonly updatedAt: string
}

/** An invitation as the inviting board sees it; a withdrawn one is gone. */
export interface Invitation extends Face {
  readonly id: string
  readonly boardId: string
  /** Not shown of an invitation by address before it is accepted; null where one by id outranks it. */
  readonly userId: string | null
  readonly email: string | null
  readonly role: Role
  readonly status: "pending" | "accepted" | "declined"
  readonly inviterId: string
  readonly createdAt: string
  readonly expiresAt: string | null
}

/** A comment as it is shown. */
export interface Comment extends Face {
  readonly id: string
  readonly taskId: string
  readonly userId: string
  readonly content: string
  readonly mentions: ReadonlyArray<string>
  readonly createdAt: string
  readonly editedAt: string | null
}

/** A task as it is shown when it is asked for alone. */
export interface Task {
  readonly id: string
  readonly boardId: string
  readonly groupId: string
  readonly name: string
  readonly description: string
  readonly status: string
  readonly priority: string
  readonly assignees: ReadonlyArray<string>
  readonly dueDate: string | null
  readonly columnValues: Readonly<Record<string, unknown>>
  readonly comments: ReadonlyArray<Comment>
  readonly subtasks: ReadonlyArray<{ readonly id: string; readonly name: string; readonly completed: boolean }>
  readonly timeEntries: ReadonlyArray<{ readonly id: string }>
  readonly files: ReadonlyArray<never>
  readonly createdAt: string
  readonly updatedAt: string
}

/** Everything there is, each list in the order in which it is answered. */
export interface State {
  readonly users: ReadonlyArray<User>
  readonly workspaces: ReadonlyArray<Workspace>
  readonly boards: ReadonlyArray<Board>
  readonly invitations: ReadonlyArray<Invitation>
  readonly tasks: ReadonlyArray<Task>
}

/** The name and image of a user. */
export const faceOf = ({ users }: State, id: string): Face => {
  const { avatar = null, name = null } = users.find((user) => user.id === id) ?? {}
  return { name, avatar }
}

interface Identified {
  readonly id: string
}

/** The list with this in place of what has its id. */
export const replaced = <A extends Identified>(all: ReadonlyArray<A>, changed: A): ReadonlyArray<A> =>
  all.map((each) => (each.id === changed.id ? changed : each))

/** The list without what has this id. */
export const without = <A extends Identified>(all: ReadonlyArray<A>, id: string): ReadonlyArray<A> =>
  all.filter((each) => each.id !== id)

/** The state without a board and all that is on it. */
export const withoutBoard = (state: State, id: string): State => ({
  ...state,
  boards: without(state.boards, id),
  invitations: state.invitations.filter(({ boardId }) => boardId !== id),
  tasks: state.tasks.filter(({ boardId }) => boardId !== id)
})
