import { execFile } from "node:child_process"
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { promisify } from "node:util"
import openapiTypes, { astToString } from "openapi-typescript"
import { describe, afterAll, beforeAll, expect, it } from "vitest"
import { onServer } from "../http/given.js"
import { startServer } from "../support/server.js"
import { SPREADSHEET, TASKS } from "./spreadsheet.js"

/** Goes the README's tour with a client that knows nothing of this API but its types; `schema.ts` is generated. */
const TOUR = `
import createClient from "openapi-fetch"
import type { paths } from "./schema.js"

type Body<Path extends keyof paths> =
  paths[Path] extends { post: { requestBody: { content: { "application/json": infer Found } } } } ? Found : never

export interface Given {
  readonly baseUrl: string
  readonly account: { readonly email: string; readonly password: string }
  readonly verify: () => Promise<string>
  readonly spreadsheet: Omit<Body<"/api/boards/import">, "workspaceId">
}

const data = <A>(answer: { data?: A; error?: unknown }): A => {
  if (answer.data === undefined) throw new Error(JSON.stringify(answer.error))
  return answer.data
}

export const tour = async ({ account, baseUrl, spreadsheet, verify }: Given) => {
  const client = createClient<paths>({ baseUrl })
  const refused = await client.POST("/api/auth/signup", { body: { name: "Ada", email: "ada", password: "short" } })
  const issues = refused.error && "details" in refused.error ? refused.error.details.map(({ path }) => path.join()) : []
  data(await client.POST("/api/auth/signup", { body: { name: "Ada", ...account } }))
  const { response } = await client.GET("/api/auth/verify-email", {
    params: { query: { token: await verify() } },
    redirect: "manual"
  })
  const { token } = data(await client.POST("/api/auth/signin", { body: account }))
  client.use({
    onRequest: ({ request }) => {
      request.headers.set("authorization", "Bearer " + token)
      return request
    }
  })

  const { workspace } = data(await client.POST("/api/workspaces", { body: { name: "Garden" } }))
  const body = { ...spreadsheet, workspaceId: workspace.id }
  const imported = data(await client.POST("/api/boards/import", { body, params: { query: { dryRun: false } } }))
  const boardId = "board" in imported ? imported.board.id : "dry run"
  const { pagination, tasks } = data(await client.GET("/api/tasks", { params: { query: { boardId, limit: 3 } } }))
  const id = tasks[2]?.id ?? "no task"
  const params = { path: { id: boardId } }
  const { group } = data(await client.POST("/api/boards/{id}/groups", { params, body: { name: "Later" } }))
  const { column } = data(await client.POST("/api/boards/{id}/columns", { params, body: { name: "Notes", type: "text" } }))
  const ofTask = { path: { id } }
  const columnValues = { [column.id]: "In May" }
  data(await client.PATCH("/api/tasks/{id}", { params: ofTask, body: { columnValues } }))
  const { task } = data(await client.PATCH("/api/tasks/{id}/move", { params: ofTask, body: { groupId: group.id } }))
  const missing = await client.DELETE("/api/tasks/{id}", { params: { path: { id: "nothing" } } })
  const error: string | undefined = missing.error?.error
  const counts: number = pagination.total + imported.imported
  const due: Array<string | null> = tasks.map(({ dueDate }) => dueDate)
  const value: unknown = task.columnValues[column.id]
  return { issues, page: response.headers.get("location"), tasks, task, value, error, counts, due }
}

// What the types have to refuse: each line below is wrong.
export const wrong = (client: ReturnType<typeof createClient<paths>>) => [
  // @ts-expect-error
  client.POST("/api/workspaces", { body: { name: 1 } }),
  // @ts-expect-error
  client.POST("/api/workspaces", { body: {} }),
  // @ts-expect-error
  client.POST("/api/workspaces"),
  // @ts-expect-error
  client.GET("/api/tasks", {}),
  // @ts-expect-error
  client.GET("/api/tasks", { params: { query: { boardId: "1", limit: "3" } } }),
  // @ts-expect-error
  client.GET("/api/tasks/{id}"),
  // @ts-expect-error
  client.POST("/api/boards/{id}/invite", { params: { path: { id: "1" } }, body: { role: "owner" } })
]
`

const OPTIONS = {
  compilerOptions: {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
    module: "NodeNext",
    target: "ES2023",
    lib: ["ES2023", "DOM", "DOM.Iterable"],
    types: []
  },
  files: ["tour.ts"]
}

const CACHE = fileURLToPath(new URL("../../node_modules/.cache/", import.meta.url))
const compiler = createRequire(import.meta.url).resolve("typescript/bin/tsc")

let folder: string
beforeAll(async () => {
  const server = await startServer({ storage: "memory" })
  const document = await (await fetch(`${server.url}/api/openapi.json`)).text()
  await server.stop()
  await mkdir(CACHE, { recursive: true })
  folder = await mkdtemp(join(CACHE, "openapi-"))
  const write = (name: string, text: string) => writeFile(join(folder, name), text)
  await write("schema.ts", astToString(await openapiTypes(document)))
  await write("tour.ts", TOUR)
  await write("package.json", '{ "type": "module" }')
  await write("tsconfig.json", JSON.stringify(OPTIONS))
}, 60_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

it("another client, generated from the document, compiles", async () => {
  const compiling = promisify(execFile)(process.execPath, [compiler, "--project", folder, "--pretty", "false"])
  const { stdout } = await compiling.catch((failure: { readonly stdout: string }) => failure)
  expect(stdout).toBe("")
}, 60_000)

describe("the generated client", () => {
  const { server, mailedToken } = onServer()
  it("completes the README's tour", async () => {
    const { tour } = await import(pathToFileURL(join(folder, "tour.js")).href)
    const account = { email: `ada-${crypto.randomUUID()}@example.com`, password: "correct horse" }
    const verify = () => mailedToken(account.email)
    const seen = await tour({ baseUrl: server().url, account, verify, spreadsheet: SPREADSHEET })
    expect(seen.issues).toEqual(["email", "password"])
    expect(seen.page).toContain("/signin?verified=true&message=")
    const tasks: ReadonlyArray<Record<string, unknown>> = seen.tasks
    expect(tasks.map(({ dueDate, name, status }) => [name, status, dueDate])).toEqual(TASKS)
    expect(seen).toMatchObject({ task: { name: "Plant beans" }, value: "In May", error: "Task not found", counts: 6 })
  })
})
