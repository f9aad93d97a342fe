import { Access, Account, Archive, Board, Ports, Workspace } from "@boardwright/core"
import { Clock, Effect, Option, Stream } from "effect"
import { Conflict } from "../terminal/failures.js"
import { type DemoUser, demoArchive, demoTimes } from "./demoArchive.js"
import { type DemoBoard, type DemoPerson, type DemoWords, PEOPLE } from "./DemoBoard.js"
import { hiring } from "./demo/hiring.js"
import { launch } from "./demo/launch.js"
import { support } from "./demo/support.js"
import { newPassword } from "./newPassword.js"
import { hashed, together } from "./together.js"

const WORKSPACE = { name: "Fernhill (demo)", icon: "🌿", color: "#0F766E" }
const BOARDS: ReadonlyArray<(words: DemoWords) => DemoBoard> = [launch, support, hiring]

/** The demo in the database. `password` is null for users that existed before. */
export interface Demo {
  readonly created: boolean
  readonly users: ReadonlyArray<DemoUser & { readonly password: string | null }>
  /** Null if it was deleted. */
  readonly workspace: Pick<Workspace.Workspace, "id" | "name"> | null
  readonly boards: ReadonlyArray<Pick<Board.Board, "id" | "name">>
}

const acting = <A, E, R>(userId: Account.UserId, work: Effect.Effect<A, E, R>) =>
  Effect.provideService(work, Access.CurrentActor, Access.Actor.User({ userId }))

const named = <A extends { readonly id: unknown; readonly name: string }>({ id, name }: A): Pick<A, "id" | "name"> => ({
  id,
  name
})

/** Finds the demo by its users' addresses. Fails with `Conflict` if only some of them have accounts. */
const findDemo = Effect.fnUntraced(function* () {
  const { findByEmail } = yield* Account.UserDirectory
  const find = (person: DemoPerson) =>
    Effect.map(
      findByEmail(person.email),
      Option.map(({ id }) => ({ ...person, id, password: null }))
    )
  const found = yield* Effect.forEach(PEOPLE, find)
  const [owner, ...others] = found.flatMap(Option.toArray)
  if (owner === undefined) return Option.none<Demo>()
  if (others.length + 1 < PEOPLE.length) {
    return yield* new Conflict({ message: `${owner.email} belongs to another account` })
  }
  const { items } = yield* acting(owner.id, Workspace.listWorkspaces())
  const workspace = items.find(({ name, ownerId }) => ownerId === owner.id && name === WORKSPACE.name)
  const demo = { created: false, users: [owner, ...others] }
  if (workspace === undefined) return Option.some<Demo>({ ...demo, workspace: null, boards: [] })
  const boards = yield* acting(owner.id, Board.listBoards({ workspaceId: workspace.id }))
  return Option.some<Demo>({ ...demo, workspace: named(workspace), boards: boards.items.map(named) })
})

const insertDemo = Effect.fnUntraced(function* (people: ReadonlyArray<DemoPerson & { readonly password: string }>) {
  const now = yield* Clock.currentTimeMillis
  const users = yield* Effect.forEach(people, (person) =>
    Effect.map(Account.createAccount({ ...person, verified: true }), ({ id }) => ({ ...person, id }))
  )
  const idOf = (who: DemoPerson["key"]) => users.find(({ key }) => key === who)?.id ?? Account.UserId.make(who)
  const insertBoards = Effect.gen(function* () {
    const workspace = yield* Workspace.createWorkspace(WORKSPACE)
    const boards: Array<Demo["boards"][number]> = []
    for (const boardOf of BOARDS) {
      const { header, tasks } = demoArchive(boardOf({ user: idOf, day: demoTimes(now).day }), users, now)
      const { board } = yield* Archive.restoreBoard({ workspaceId: workspace.id }, header, Stream.fromIterable(tasks))
      if (board !== null) boards.push(named(board))
    }
    for (const { id: userId, role } of users) {
      if (role === "invited" && boards[0]) yield* Board.inviteMember(boards[0].id, { userId, role: "editor" })
    }
    return { workspace: named(workspace), boards }
  })
  return { created: true, users, ...(yield* acting(idOf(PEOPLE[0].key), insertBoards)) } satisfies Demo
})

/**
 * Creates the demo in one transaction, or returns the existing one unchanged. Fails with `Conflict` if another account
 * has one of its addresses. For the operator.
 */
export const seedDemo = Effect.fnUntraced(function* () {
  const before = yield* findDemo()
  if (Option.isSome(before)) return before.value
  const people = PEOPLE.map((person) => ({ ...person, password: newPassword() }))
  const hasher = yield* hashed(people.map(({ password }) => password))
  return yield* together(Effect.provideService(insertDemo(people), Ports.PasswordHasher, hasher)).pipe(
    // Another process created it at the same time.
    Effect.catchTag("EmailTaken", () => Effect.flatMap(findDemo(), Effect.orDie))
  )
})
