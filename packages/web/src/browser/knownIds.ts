import { all } from "./query.js"

const KINDS = { boards: /^\/api\/boards\/\{id\}/, workspaces: /^\/api\/workspaces\/\{id\}/ } as const
type Kind = keyof typeof KINDS
/** Workspaces whose boards are offered: each takes a request. */
const MOST = 12

interface Named {
  readonly id: string
  readonly name: string
}

const kindOf = (input: HTMLInputElement): Kind | null => {
  if (input.name === "boardId") return "boards"
  if (input.name === "workspaceId") return "workspaces"
  const path = input.form?.dataset["path"] ?? ""
  if (input.name !== "id") return null
  return KINDS.boards.test(path) ? "boards" : KINDS.workspaces.test(path) ? "workspaces" : null
}

const listOf = async (path: string, kind: Kind, token: string): Promise<ReadonlyArray<Named>> => {
  const response = await fetch(path, { headers: { Authorization: `Bearer ${token}` }, cache: "no-store" })
  return response.ok ? (await response.json())[kind] : []
}

const offer = (kind: Kind, entries: ReadonlyArray<Named>): void => {
  const list = document.getElementById(`known-${kind}`) ?? document.createElement("datalist")
  list.id = `known-${kind}`
  list.replaceChildren(...entries.map(({ id, name }) => new Option(name, id)))
  document.body.append(list)
}

let loadedFor = ""

const load = async (token: string): Promise<void> => {
  if (token === loadedFor) return
  loadedFor = token
  const workspaces = await listOf("/api/workspaces", "workspaces", token)
  offer("workspaces", workspaces)
  const boards = workspaces
    .slice(0, MOST)
    .map(({ id }) => listOf(`/api/boards?workspaceId=${encodeURIComponent(id)}`, "boards", token))
  offer("boards", (await Promise.all(boards)).flat())
}

/** Offers the boards and workspaces of the user where an id of one is entered. */
export const offerKnownIds = (token: () => string | null): void => {
  for (const input of all<HTMLInputElement>("input[data-in]")) {
    const kind = kindOf(input)
    if (kind === null) continue
    input.setAttribute("list", `known-${kind}`)
    input.addEventListener("focus", () => {
      const current = token()
      // Without them the id is entered by hand.
      if (current !== null) load(current).catch(() => undefined)
    })
  }
}
