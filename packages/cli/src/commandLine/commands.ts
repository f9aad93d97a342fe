import { buildRouteMap, type Command } from "@stricli/core"
import { exportCommand, importCommand } from "./boardFiles.js"
import {
  anyOf,
  argument,
  bare,
  command,
  type Context,
  flag,
  json,
  localCommand,
  numberOrAuto,
  ofPlace,
  oneOf,
  remoteCommand,
  required,
  text,
  tools,
  wholeNumber
} from "./parameters.js"
import { tokenCommands } from "./token.js"
import { userCommands } from "./user.js"
import { webhookCommands } from "./webhook.js"
import { workspaceCommands } from "./workspace.js"

/** The text of `variablesText`, put here by the bundler: help needs no settings. */
declare const BOARDWRIGHT_VARIABLES: string

const group = (brief: string, routes: Readonly<Record<string, Command<Context>>>) =>
  buildRouteMap({ docs: { brief }, routes: bare(routes) })

const SERVE = "Run the server; environment variables configure it"

const serve = localCommand(
  SERVE,
  async () => {
    const { serve } = await import("../commands/serve.js")
    return ({ workers }: { readonly workers?: string }) => serve(workers)
  },
  {
    flags: { workers: numberOrAuto(256, "processes that serve the port together, on PostgreSQL; auto: one per core") }
  },
  () => `${SERVE}\n\n${BOARDWRIGHT_VARIABLES}`
)

const migrate = group("Show or update the database's schema", {
  status: command(
    "Show the migrations that are applied and pending; changes nothing",
    async () => (await tools()).migrateStatus,
    { flags: { json } }
  ),
  up: command(
    "Bring the database up to date; several processes may do so at once",
    async () => (await tools()).migrateUp,
    { flags: { json } }
  )
})

const backup = command(
  "Copy a SQLite database into a folder while it is in use, and check the copy",
  async () => (await tools()).backup,
  {
    positional: {
      kind: "tuple",
      parameters: [{ ...argument("DIR", "The folder, created if missing").parameters[0], optional: true }]
    },
    flags: {
      keep: wholeNumber(1, 10_000, "afterwards remove all but the N newest backups in the folder"),
      verify: text("FILE", "only check this backup"),
      record: text("NAME", "only record a backup that another tool has made and checked: its file, or a name"),
      json
    }
  }
)

const restore = command(
  "Put a backup in the place of the SQLite database, which no server may use then",
  async () => (await tools()).restore,
  {
    positional: argument("FILE", "The backup"),
    flags: {
      force: flag("Replace a database that exists; it is kept under another name"),
      hold: flag("Hold mails, webhook deliveries and consumers until `boardwright resume`: for a second copy")
    }
  }
)

const doctor = command(
  "Check configuration, database, mail server, disk and files; exit 1 if something is wrong",
  async () => (await tools()).doctor,
  { flags: { json } }
)

const dump = command(
  "Write the whole database to one file while it is in use, to move it to another database",
  async () => (await tools()).dump,
  {
    positional: argument("FILE", "The file, such as boardwright.dump, or - for standard output"),
    flags: { force: flag("Replace a file that exists"), json }
  }
)

const load = command(
  "Fill an empty database with a dump, on SQLite or PostgreSQL; it is held until `boardwright resume`",
  async () => (await tools()).load,
  { positional: argument("FILE", "The dump, or - for standard input"), flags: { json } }
)

const resume = command(
  "Let mails, webhook deliveries and consumers go on in a database that was loaded or restored",
  async () => (await tools()).resume,
  { flags: { json } }
)

const seed = command(
  "Fill the database with a demo, or with boards for a load test",
  async () => (await tools()).seed,
  {
    flags: {
      demo: flag("Create the demo: three boards, and a user for each role; an existing demo is not changed"),
      boards: wholeNumber(1, 10_000, "create this many boards (1 to 10000) for a load test, in a new workspace"),
      tasks: wholeNumber(0, 100_000, "create this many tasks (0 to 100000) on each of those boards"),
      json
    }
  }
)

const workspace = group("Manage workspaces and their members", workspaceCommands)

const board = group("List boards", {
  list: remoteCommand("List the boards of a workspace, oldest first", async () => (await tools()).listBoards, {
    flags: { workspace: required("ID|NAME", "the workspace"), json }
  })
})

const consumer = argument("NAME", "The consumer's name")

const changes = group("Manage the feed of changes and its consumers", {
  "expire-cursors": command(
    "Make every cursor expire, after an earlier copy of the database was put in its place",
    async () => (await tools()).expireCursors,
    { flags: { json } }
  ),
  consumers: command(
    "List the durable consumers, how many changes they are behind, and what they fail with",
    async () => (await tools()).listConsumers,
    { flags: { json } }
  ),
  resume: command("Let a parked consumer go on", async () => (await tools()).resumeConsumer, {
    flags: { since: text("CURSOR", "go on after this cursor, from now, or from the start of what is kept"), json },
    positional: consumer
  }),
  remove: command("Remove a consumer", async () => (await tools()).removeConsumer, {
    flags: { json },
    positional: consumer
  })
})

const ofDeletion = { flags: { json }, positional: argument("ID", "The deletion's id") }

const trash = group("Restore deleted boards and tasks, or remove them for good", {
  list: remoteCommand(
    "List what was deleted on a board, or in a workspace, latest first",
    async () => (await tools()).listTrash,
    { flags: { ...ofPlace, workspace: text("ID|NAME", "those of this workspace's boards"), json } }
  ),
  restore: remoteCommand("Restore what a deletion removed", async () => (await tools()).restoreFromTrash, ofDeletion),
  purge: remoteCommand(
    "Remove for good what a deletion removed",
    async () => (await tools()).purgeFromTrash,
    ofDeletion
  )
})

const mcp = remoteCommand(
  "Give an agent the tools of a server, by the Model Context Protocol on standard input and output",
  async () => (await tools()).serveAgent,
  {}
)

const shells = ["bash", "zsh", "fish"] as const

const completions = localCommand(
  "Write a script that completes commands and options in a shell",
  async () => (await tools()).printCompletions,
  {
    positional: {
      kind: "tuple",
      parameters: [{ ...oneOf(shells), placeholder: "SHELL", brief: anyOf(shells) }]
    }
  }
)

/** Every command, in the order of the help. */
export const commands = buildRouteMap({
  docs: { brief: "Boards, tasks and the people who work on them" },
  aliases: { account: "user" },
  routes: bare({
    serve,
    migrate,
    backup,
    restore,
    doctor,
    dump,
    load,
    resume,
    import: importCommand,
    export: exportCommand,
    seed,
    user: group("Manage users", userCommands),
    workspace,
    board,
    token: group("Manage API tokens, for scripts", tokenCommands),
    changes,
    webhook: group("Manage webhooks, which send changes to a URL", webhookCommands),
    trash,
    mcp,
    completions
  })
})
