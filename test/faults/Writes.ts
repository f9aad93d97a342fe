import assert from "node:assert/strict"
import { expect } from "vitest"
import { get, post, type Standalone } from "../support/standalone.js"
import { newBoard, type SignedIn } from "./given.js"

const ROWS = 40

/** Clients that create tasks and imports until the server is killed, and the writes acknowledged to them. */
export class Writes {
  readonly tasks: Array<string> = []
  readonly imports: Array<string> = []
  attemptedTasks = 0
  attemptedImports = 0
  #ends = false

  private constructor(
    private readonly who: SignedIn,
    private readonly place: { readonly workspaceId: string; readonly boardId: string },
    private readonly round: number
  ) {}

  /** Creates a workspace and a board for the writes. */
  static async begin(server: Standalone, who: SignedIn, round: number): Promise<Writes> {
    return new Writes(who, await newBoard(server, who, `round ${round}`), round)
  }

  /** Writes until `after` responses have come, then kills the server and waits for its end. */
  async untilKilled(server: Standalone, writers: number, after: number): Promise<void> {
    const kill = () => {
      if (this.#ends || this.tasks.length + this.imports.length < after) return
      this.#ends = true
      server.process.kill("SIGKILL")
    }
    const write = async (path: string, body: unknown): Promise<boolean> => {
      const answer = await post(server, path, body, this.who.headers).catch((error: unknown) => {
        if (this.#ends) return null
        throw error
      })
      if (answer !== null) expect(answer).toMatchObject({ status: 201 })
      return answer !== null
    }
    const makeTasks = async () => {
      for (;;) {
        const name = `round ${this.round} task ${(this.attemptedTasks += 1)}`
        if (!(await write("/api/tasks", { boardId: this.place.boardId, name }))) return
        this.tasks.push(name)
        kill()
      }
    }
    const makeImports = async () => {
      const rows = Array.from({ length: ROWS }, (_, row) => ({ 0: `row ${row}`, 1: `cell ${row}` }))
      const columnMappings = [{ index: 1, name: "Notes", type: "text" }]
      for (;;) {
        const name = `round ${this.round} import ${(this.attemptedImports += 1)}`
        const body = { name, workspaceId: this.place.workspaceId, columnMappings, rows }
        if (!(await write("/api/boards/import", body))) return
        this.imports.push(name)
        kill()
      }
    }
    await Promise.all([...Array.from({ length: writers }, makeTasks), makeImports(), makeImports()])
    assert.equal(await server.ended, "SIGKILL")
  }

  /** Checks that every acknowledged write is stored once, each import whole, and nothing that was not requested. */
  async assertStored(server: Standalone): Promise<void> {
    const { boardId, workspaceId } = this.place
    const page = await get(server, `/api/tasks?boardId=${boardId}&limit=1000`, this.who.token)
    const names: ReadonlyArray<string> = page.body.tasks.map(({ name }: { readonly name: string }) => name)
    this.#hold(names, this.tasks, this.attemptedTasks)

    const listed = await get(server, `/api/boards?workspaceId=${workspaceId}&limit=1000`, this.who.token)
    const boards: ReadonlyArray<{ readonly id: string; readonly name: string }> = listed.body.boards
    const imported = boards.filter(({ id }) => id !== boardId)
    this.#hold(
      imported.map(({ name }) => name),
      this.imports,
      this.attemptedImports
    )
    for (const { id } of imported) {
      const { body } = await get(server, `/api/tasks?boardId=${id}&limit=1`, this.who.token)
      assert.equal(body.pagination.total, ROWS)
    }
  }

  #hold(there: ReadonlyArray<string>, acknowledged: ReadonlyArray<string>, attempted: number): void {
    const found = new Set(there)
    assert.deepEqual(
      acknowledged.filter((name) => !found.has(name)),
      []
    )
    assert.equal(found.size, there.length)
    assert(found.size <= attempted)
  }
}
