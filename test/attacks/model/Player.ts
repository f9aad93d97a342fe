import { assert } from "vitest"
import type { Session } from "../../equality/sideBySide.js"
import type { TestUser } from "../../support/server.js"
import { ANY_TEXT } from "./Ask.js"
import { type Call, USERS } from "./calls.js"
import { expectedOf } from "./specification.js"
import type { State } from "./State.js"

/** A request whose ids are those that there are. */
interface Resolved extends Pick<Call, "method" | "path" | "query"> {
  readonly body?: Readonly<Record<string, unknown>>
}

const idsOf = (all: ReadonlyArray<{ readonly id: string }>): ReadonlyArray<string> => all.map(({ id }) => id)

/** The board that a request is about, by its path, its body or its query. */
const boardOf = ({ boards, tasks }: State, { body, path, query }: Resolved) => {
  const taskId = /\/tasks\/([^/]+)/.exec(path)?.[1]
  const named = /\/boards\/([^/]+)/.exec(path)?.[1] ?? body?.["boardId"] ?? query["boardId"]
  const boardId = tasks.find(({ id }) => id === taskId)?.boardId ?? named
  return boards.find(({ id }) => id === boardId)
}

/** The ids that `@kind0`, `@kind1` ... stand for. */
const choices = (state: State, request: Resolved, by: string): Readonly<Record<string, ReadonlyArray<string>>> => {
  const board = boardOf(state, request)
  const task = state.tasks.find(({ id }) => request.path.includes(id))
  const ofBoard = state.invitations.filter(({ boardId }) => board === undefined || boardId === board.id)
  return {
    workspace: idsOf(state.workspaces),
    board: idsOf(state.boards),
    task: idsOf(state.tasks),
    user: idsOf(state.users),
    email: state.users.map(({ email }) => email),
    invitation: idsOf(ofBoard),
    ownInvitation: idsOf(state.invitations.filter(({ userId }) => userId === by)),
    group: idsOf(board?.groups ?? []),
    anyGroup: state.boards.flatMap(({ groups }) => idsOf(groups)),
    column: idsOf(board?.columns ?? []),
    anyColumn: state.boards.flatMap(({ columns }) => idsOf(columns)),
    comment: idsOf(task?.comments ?? []),
    subtask: idsOf(task?.subtasks ?? []),
    timeEntry: idsOf(task?.timeEntries ?? [])
  }
}

const resolve = (state: State, { body, method, path, query }: Call, by: string): Resolved => {
  const replace = (request: Resolved): Resolved => {
    const known = choices(state, request, by)
    const text = JSON.stringify(request).replaceAll(/@([a-zA-Z]+)(\d)/g, (whole, kind: string, at: string) => {
      const ids = known[kind] ?? []
      return ids[Number(at) % ids.length] ?? whole
    })
    return JSON.parse(text)
  }
  // Which groups there are to choose from is known once it is known which board is meant.
  return replace(replace({ method, path, query, ...(body === undefined ? {} : { body }) }))
}

const queryText = (query: Call["query"]): string => {
  // What stands for an id is replaced as it is.
  const encode = (value: string) => (/^‹\d+›$/.test(value) ? value : encodeURIComponent(value))
  const all = Object.entries(query).map(([name, value]) => `${name}=${encode(value)}`)
  return all.length === 0 ? "" : `?${all.join("&")}`
}

interface Refusal {
  readonly error: unknown
  readonly details: ReadonlyArray<{ readonly path: ReadonlyArray<string> }>
}

/** What the specification settles of an answer: of a refusal its error and where it sees problems. */
const settled = (status: number, body: unknown): unknown => {
  if (status < 400) return body
  const { details, error } = body as Refusal
  return { error, paths: [...new Set(details.map(({ path }) => path.join(".")))].toSorted() }
}

/** Plays calls to the servers and to the model, and compares what they say. */
export class Player {
  readonly #log: Array<string> = []

  private constructor(
    private readonly session: Session,
    private readonly people: ReadonlyArray<TestUser>,
    private state: State
  ) {}

  static async start(session: Session): Promise<Player> {
    const people: Array<TestUser> = []
    for (let at = 0; at < USERS; at += 1) people.push(await session.user(`user${at}`))
    const avatar = "/api/avatars/default.svg"
    const users = people.map(({ email, id }, at) => ({ id, email, name: `user${at}`, avatar }))
    return new Player(session, people, { users, workspaces: [], boards: [], invitations: [], tasks: [] })
  }

  /** What was asked, in words. */
  get log(): ReadonlyArray<string> {
    return this.#log
  }

  /** Throws unless all servers and the model answer alike. */
  async play(call: Call): Promise<void> {
    const person = this.people[call.by]
    if (person === undefined) throw new Error(`there is no user ${call.by}`)
    const { body, method, path, query } = resolve(this.state, call, person.id)
    const answer = await this.session.send(method, path + queryText(query), person, body === undefined ? {} : { body })
    // The servers' clock stands still until the next request.
    const at = new Date().toISOString()
    const given = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ""))
    const expected = expectedOf(`${method} ${path}`, {
      state: this.state,
      by: person.id,
      query: given,
      body: body ?? {},
      at,
      made: (field) => answer.body?.[field]?.id ?? `no ${field}`,
      madeGroup: () => answer.body?.board?.groups?.[0]?.id ?? "no group"
    })
    const shown = `user ${call.by}: ${method} ${path}${queryText(query)} ${JSON.stringify(body)?.slice(0, 500) ?? ""}`
    this.#log.push(`${shown} -> ${answer.status}`)
    const said = { status: answer.status, body: settled(answer.status, answer.body) }
    const wanted = { status: expected.status, body: anyText(expected.body, answer.body) }
    assert.deepStrictEqual(said, wanted, shown)
    this.state = expected.state
  }

  /** Compares everything that is there with everything that should be. */
  async lookAround(): Promise<void> {
    const ask = (by: number, path: string, query: Call["query"] = {}) => this.play({ by, method: "GET", path, query })
    const { boards, tasks, workspaces } = this.state
    for (const by of this.people.keys()) {
      await ask(by, "/api/workspaces")
      await ask(by, "/api/invitations")
    }
    for (const { id, ownerId } of workspaces) {
      const owner = this.people.findIndex((person) => person.id === ownerId)
      await ask(owner, "/api/boards", { workspaceId: id })
      for (const board of boards.filter(({ workspaceId }) => workspaceId === id)) {
        await ask(owner, `/api/boards/${board.id}/invitations`)
        await ask(owner, "/api/tasks", { boardId: board.id })
        for (const task of tasks.filter(({ boardId }) => boardId === board.id))
          await ask(owner, `/api/tasks/${task.id}`)
      }
    }
  }
}

const anyText = (expected: object, answered: unknown): unknown => {
  if (!("message" in expected) || expected.message !== ANY_TEXT) return expected
  const message: unknown =
    typeof answered === "object" && answered !== null ? Reflect.get(answered, "message") : undefined
  return typeof message === "string" && message !== "" ? { ...expected, message } : expected
}
