import { Facade } from "@boardwright/core"
import { endpointRoutes, openApi, STATUSES } from "@boardwright/http"
import { expect, it } from "vitest"
import { textOf } from "./support/docBlocks.js"

const rows = [...textOf("docs/api-changelog.md").matchAll(/^\| `([A-Z]+) (\/api\/[^`]+)` +\|(.*)\|$/gm)].map(
  ([, method, path, added = ""]) => ({ endpoint: `${method} ${path}`, added: added.trim() })
)

it("the API changelog lists every endpoint of the contract, and nothing else", () => {
  const served = endpointRoutes().map(({ method, template }) => `${method} ${template}`)
  expect(rows.map(({ endpoint }) => endpoint).toSorted()).toEqual(served.toSorted())
})

/** The endpoints of the specification. */
const SPECIFIED = `
  POST /api/auth/signup, POST /api/auth/signin, POST /api/auth/forgot-password, POST /api/auth/reset-password,
  GET /api/auth/verify-email, GET /api/auth/me, POST /api/auth/onboarding,
  GET /api/workspaces, GET /api/workspaces/:id, POST /api/workspaces, PATCH /api/workspaces/:id,
  DELETE /api/workspaces/:id,
  GET /api/boards, GET /api/boards/:id, POST /api/boards, PATCH /api/boards/:id, DELETE /api/boards/:id,
  POST /api/boards/import, POST /api/boards/:id/invite, POST /api/boards/:id/groups, POST /api/boards/:id/columns,
  PATCH /api/boards/:boardId/columns/:columnId,
  GET /api/tasks, GET /api/tasks/:id, POST /api/tasks, PATCH /api/tasks/:id, DELETE /api/tasks/:id,
  PATCH /api/tasks/:id/move, POST /api/tasks/:id/comments, POST /api/tasks/:id/subtasks,
  PATCH /api/tasks/:taskId/subtasks/:subtaskId, POST /api/tasks/:id/time-entries`

it("the API changelog calls new what the specification does not have, and that alone", () => {
  const specified = SPECIFIED.split(",").map((each) => each.trim())
  const old = rows.filter((row) => !row.added.startsWith("**new**")).map(({ endpoint }) => endpoint)
  expect(old.toSorted()).toEqual(specified.toSorted())
})

/** The fields that the specification gives each thing, and what the changelog calls it. */
const FIELDS: { readonly [schema: string]: readonly [title: string, specified: string] } = {
  User: ["a user", "id name email avatar hasCompletedOnboarding onboardingData"],
  Workspace: ["a workspace", "id name icon color ownerId createdAt updatedAt"],
  Board: ["a board", "id name workspaceId description groups columns members background viewDensity createdAt"],
  Group: ["a group", "id name color"],
  Column: ["a column", "id name type required description width visible"],
  Member: ["a member", "userId role"],
  Invitation: ["an invitation", "id status"],
  ReceivedInvitation: ["an invitation", "id status"],
  TaskSummary: ["a task", "id boardId groupId name status priority assignees dueDate createdAt"],
  TaskDetails: [
    "a task",
    "id boardId groupId name description status priority assignees dueDate columnValues comments subtasks timeEntries " +
      "files createdAt updatedAt"
  ],
  Comment: ["a comment", "id userId content mentions createdAt"],
  Subtask: ["a subtask", "id name completed"],
  TimeEntry: ["a time entry", "duration description"]
}

it.each(Object.entries(FIELDS))(
  "the API changelog tells each field of %s that was added",
  async (schema, [title, known]) => {
    const row =
      textOf("docs/api-changelog.md")
        .split("\n")
        .find((line) => line.startsWith(`| ${title} `)) ?? ""
    const listed = new Set([...row.matchAll(/`(\w+)`/g)].map(([, word]) => word))
    const fields = Object.keys(Object(await openApi()).components.schemas[schema].properties)
    const specified = known.split(" ")
    expect(specified.filter((field) => !fields.includes(field))).toEqual([])
    expect(fields.filter((field) => !specified.includes(field) && !listed.has(field))).toEqual([])
  }
)

/** Codes of calls that have no route: an operator's, and of `createBoardwright`. */
const IN_PROCESS = new Set(["AccountDisabled", "BoardAmbiguous", "StorageNotUsable", "WorkspaceAmbiguous"])

it("the API changelog has each error code, with its status", () => {
  const listed = [...textOf("docs/api-changelog.md").matchAll(/^ *\| `([A-Z][A-Za-z]+)` +\| (\d{3}) /gm)]
  const sent = Object.entries(STATUSES).filter(([code]) => !IN_PROCESS.has(code))
  expect(new Map(listed.map(([, code, status]) => [code, Number(status)]))).toEqual(new Map(sent))
  expect(Object.entries(STATUSES)).toEqual(expect.arrayContaining(Object.entries(Facade.STATUSES)))
})
