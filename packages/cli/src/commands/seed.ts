import { Command, Options } from "@effect/cli"
import { Effect, Option } from "effect"
import { loadBoards, loadWorkspace } from "../seed/seedLoad.js"
import { seedDemo } from "../seed/seedDemo.js"
import { UsageError } from "../terminal/failures.js"
import { type Form, json, printJson, printRecord, printRows } from "../terminal/output.js"
import { note } from "../terminal/print.js"
import { withProgress } from "../terminal/progress.js"
import { withApp } from "../terminal/withApp.js"

const MAX_BOARDS = 10_000
const MAX_TASKS = 100_000

const options = {
  demo: Options.boolean("demo").pipe(
    Options.withDescription("Make the demo: three boards, and somebody for every role; where it is, nothing is changed")
  ),
  boards: Options.integer("boards").pipe(
    Options.optional,
    Options.withDescription(`Make this many boards for a load test, 1 to ${MAX_BOARDS}, in a workspace of their own`)
  ),
  tasks: Options.integer("tasks").pipe(
    Options.optional,
    Options.withDescription(`Make this many tasks on each of those boards, 0 to ${MAX_TASKS}`)
  ),
  json
}

const wrong = (message: string) => new UsageError({ message, help: "boardwright seed" })

const demo = Effect.fnUntraced(function* (form: Form) {
  const { boards, created, users, workspace } = yield* withApp(seedDemo())
  const people = users.map(({ key: _, ...user }) => user)
  yield* form.json
    ? printJson({ created, workspace, boards, users: people })
    : printRows(
        people,
        {
          email: ({ email }) => email,
          password: ({ password }) => password,
          role: ({ role }) => role,
          name: ({ name }) => name
        },
        form
      )
  if (created) return yield* note("The demo is made. The passwords are shown this once and stored nowhere")
  yield* note("The demo is there already; nothing was changed")
  if (workspace === null) yield* note("Its workspace was removed; its accounts are left")
  yield* note("`boardwright user set-password EMAIL` gives one of its accounts a new password")
})

const load = Effect.fnUntraced(function* (size: { readonly boards: number; readonly tasks: number }, form: Form) {
  const made = yield* loadWorkspace()
  const { owner, workspace } = made
  // At once: what is made before an interruption stays, and can be looked at.
  if (!form.json) {
    const fields = { email: () => owner.email, password: () => owner.password, workspace: () => workspace.id }
    yield* printRecord(made, fields, form)
  }
  const started = performance.now()
  const boards = yield* withProgress("seeding", (progress) => loadBoards(made, size, progress)).pipe(
    Effect.onError(() => note(`stopped; what was made so far are whole boards of ${owner.email}`))
  )
  const seconds = (performance.now() - started) / 1000
  const tasks = size.boards * size.tasks
  if (form.json) yield* printJson({ owner, workspace, boards, tasksPerBoard: size.tasks, tasks, seconds })
  const [manyBoards, manyTasks, rate] = [size.boards, tasks, tasks / seconds].map((many) =>
    Math.round(many).toLocaleString("en")
  )
  yield* note(`${manyBoards} boards with ${manyTasks} tasks in ${seconds.toFixed(1)} s, ${rate} tasks a second`)
})

const isWithin = (value: number, min: number, max: number) => value >= min && value <= max

/** `boardwright seed --demo`, and `boardwright seed --boards N --tasks N`. */
export const seed = Command.make("seed", options, ({ boards, demo: wantsDemo, tasks, ...form }) =>
  Effect.gen(function* () {
    if (wantsDemo) {
      if (Option.isSome(boards) || Option.isSome(tasks)) {
        return yield* wrong("--demo takes neither --boards nor --tasks")
      }
      return yield* demo(form)
    }
    if (Option.isNone(boards) || Option.isNone(tasks)) return yield* wrong("give --demo, or both --boards and --tasks")
    if (!isWithin(boards.value, 1, MAX_BOARDS))
      return yield* wrong(`--boards must be 1 to ${MAX_BOARDS}, not ${boards.value}`)
    if (!isWithin(tasks.value, 0, MAX_TASKS))
      return yield* wrong(`--tasks must be 0 to ${MAX_TASKS}, not ${tasks.value}`)
    return yield* withApp(load({ boards: boards.value, tasks: tasks.value }, form))
  })
).pipe(Command.withDescription("Fill the database: with a demo, or with many boards for a load test"))
