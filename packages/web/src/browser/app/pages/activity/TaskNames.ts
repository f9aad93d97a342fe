import { type Board, BoardwrightClientError, type Change, type TaskDetails } from "@boardwright/client"
import { api, reading } from "../../api.js"

/** Tasks whose names are looked up one by one for a page of changes, if the board has too many to list. */
const ONE_BY_ONE = 10

/** The names of what is on a board, by id: as they are, or as the changes that are shown have them last. */
export class TaskNames {
  readonly names = new Map<string, string>()
  readonly #gone = new Set<string>()
  readonly #found = new Set<string>()
  #isListed = false
  #hasAll = false

  constructor(
    private readonly board: Pick<Board, "id" | "groups" | "columns">,
    task: TaskDetails | null
  ) {
    for (const { id, name } of [...board.groups, ...board.columns, ...(task?.subtasks ?? [])]) this.names.set(id, name)
    if (task !== null) this.#find(task)
  }

  /** Whether a task is not on the board any more, as far as is known. */
  isGone(id: string): boolean {
    return this.#gone.has(id)
  }

  /** Learns the names that changes need, the newest change first. */
  async learn(changes: ReadonlyArray<Change>): Promise<void> {
    if (this.#unknown(changes).length > 0 && !this.#isListed) await this.#list()
    if (this.#hasAll) for (const id of this.#unknown(changes)) this.#gone.add(id)
    await Promise.all(
      this.#unknown(changes)
        .slice(0, ONE_BY_ONE)
        .map((id) => this.#lookUp(id))
    )
    for (const { fields, subjectId } of changes) {
      const name = fields["name"]?.to ?? fields["name"]?.from
      if (typeof name === "string" && !this.names.has(subjectId)) this.names.set(subjectId, name)
    }
  }

  #find({ id, name }: { readonly id: string; readonly name: string }): void {
    this.#found.add(id)
    this.names.set(id, name)
  }

  #unknown(changes: ReadonlyArray<Change>): ReadonlyArray<string> {
    const ids = new Set(changes.flatMap(({ taskId }) => (taskId === null ? [] : [taskId])))
    return [...ids].filter((id) => !this.#found.has(id) && !this.#gone.has(id))
  }

  async #list(): Promise<void> {
    const { pagination, tasks } = await reading(() => api.tasks.list({ boardId: this.board.id, limit: 1000 }))
    this.#isListed = true
    this.#hasAll = pagination.totalPages <= 1
    for (const task of tasks) this.#find(task)
  }

  async #lookUp(id: string): Promise<void> {
    try {
      const task = await reading(() => api.tasks.get({ id }))
      if (task.boardId === this.board.id) this.#find(task)
      else this.#gone.add(id)
    } catch (error) {
      // A task that was moved to a board which the user may not read stays without a name.
      const status = error instanceof BoardwrightClientError ? error.status : null
      if (status === 404) this.#gone.add(id)
      else if (status !== 403) throw error
    }
  }
}
