import { Effect } from "effect"
import { baseUrlOf } from "../baseUrl.js"
import { loadBoards, loadWorkspace } from "../seed/seedLoad.js"
import { seedDemo } from "../seed/seedDemo.js"
import { readSettings } from "../settings.js"
import { UsageError } from "../terminal/failures.js"
import { type Form, printJson, printRecord, printRows } from "../terminal/output.js"
import { note } from "../terminal/print.js"
import { withProgress } from "../terminal/progress.js"
import { withNewApp } from "../terminal/withApp.js"

/** Writes passwords that were made. If standard output fails, says how to set a new one. */
const shownPasswords = (what: string, email: string, shown: Effect.Effect<void>) =>
  Effect.onInterrupt(shown, () =>
    note(`${what} could not be written: \`boardwright user set-password ${email}\` sets a new one`)
  )

const demo = Effect.fnUntraced(function* (form: Form) {
  const { boards, created, users, workspace } = yield* withNewApp(seedDemo())
  const people = users.map(({ key: _, ...user }) => user)
  const shown =
    form.json === true
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
  yield* created ? shownPasswords("the demo is created, but its passwords", "EMAIL", shown) : shown
  if (created) {
    yield* note("The demo is created. The passwords are shown only this once and are not stored")
    const settings = yield* readSettings(process.env)
    return yield* note(`Start \`boardwright serve\`, open ${baseUrlOf(settings, settings.port)}/app and sign in`)
  }
  yield* note("The demo exists already; nothing was changed")
  if (workspace === null) yield* note("Its workspace was deleted; its accounts still exist")
  yield* note("`boardwright user set-password EMAIL` sets a new password for one of its accounts")
})

const load = Effect.fnUntraced(function* (size: { readonly boards: number; readonly tasks: number }, form: Form) {
  const made = yield* loadWorkspace()
  const { owner, workspace } = made
  // Printed first: what was created before an interruption stays.
  if (form.json !== true) {
    const fields = { email: () => owner.email, password: () => owner.password, workspace: () => workspace.id }
    yield* shownPasswords("the password", owner.email, printRecord(made, fields, form))
  }
  const started = performance.now()
  const boards = yield* withProgress("seeding", (progress) => loadBoards(made, size, progress)).pipe(
    Effect.onError(() => note(`stopped; the boards created so far belong to ${owner.email} and are complete`))
  )
  const seconds = (performance.now() - started) / 1000
  const tasks = size.boards * size.tasks
  if (form.json === true) {
    const shown = printJson({ owner, workspace, boards, tasksPerBoard: size.tasks, tasks, seconds })
    yield* shownPasswords("the password", owner.email, shown)
  }
  const [manyBoards, manyTasks, rate] = [size.boards, tasks, tasks / seconds].map((many) =>
    Math.round(many).toLocaleString("en")
  )
  yield* note(`${manyBoards} boards with ${manyTasks} tasks in ${seconds.toFixed(1)} s, ${rate} tasks a second`)
})

/** `boardwright seed --demo`, and `boardwright seed --boards N --tasks N`. */
export const seed = Effect.fnUntraced(function* (
  flags: Form & {
    readonly demo: boolean | undefined
    readonly boards: number | undefined
    readonly tasks: number | undefined
  }
) {
  const { boards, demo: wantsDemo, tasks } = flags
  if (wantsDemo === true) {
    if (boards !== undefined || tasks !== undefined)
      return yield* new UsageError({ message: "--demo takes neither --boards nor --tasks" })
    return yield* demo(flags)
  }
  if (boards === undefined || tasks === undefined)
    return yield* new UsageError({ message: "give --demo, or both --boards and --tasks" })
  return yield* withNewApp(load({ boards, tasks }, flags))
})
