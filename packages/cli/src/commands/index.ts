import type { Entry } from "../terminal/Entry.js"

/** Every command, in the order of the help. */
export const commands: ReadonlyArray<Entry> = [
  {
    name: "serve",
    summary: "Run the server; it is configured by environment variables",
    server: () => import("./serve.js")
  },
  {
    name: "migrate",
    summary: "Look at the database's schema, or bring it up to date",
    load: async () => (await import("./tools.js")).migrate
  },
  {
    name: "import",
    summary: "Make a board of a spreadsheet, or of a board that was exported",
    load: async () => (await import("./import.js")).importCommand
  },
  {
    name: "export",
    summary: "Write a board to a file, as JSON with everything or as CSV",
    load: async () => (await import("./tools.js")).exportCommand
  },
  {
    name: "seed",
    summary: "Fill the database with a demo, or with many boards for a load test",
    load: async () => (await import("./tools.js")).seed
  },
  {
    name: "user",
    summary: "Manage the people who may sign in",
    load: async () => (await import("./tools.js")).user
  },
  {
    name: "workspace",
    summary: "Look at everybody's workspaces",
    load: async () => (await import("./tools.js")).workspace
  },
  {
    name: "board",
    summary: "Look at the boards of a workspace",
    load: async () => (await import("./tools.js")).board
  },
  {
    name: "token",
    summary: "Make access tokens for scripts",
    load: async () => (await import("./tools.js")).token
  },
  {
    name: "completions",
    summary: "Write a script that completes commands and options in a shell",
    load: async () => (await import("./tools.js")).completions(commands)
  }
]
