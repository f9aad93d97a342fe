import { computed, signal } from "@preact/signals"

/** The query of the address, which names the page, the view, its filters and the open task. */
export const query = signal(new URLSearchParams(location.search))

addEventListener("popstate", () => {
  query.value = new URLSearchParams(location.search)
})

export const param = (name: string): string => query.value.get(name) ?? ""
export const params = (name: string): ReadonlyArray<string> => query.value.getAll(name)

/** What to set in the query, a list as several values; an empty text or list and null remove a name. */
export type QueryPatch = Readonly<Record<string, string | ReadonlyArray<string> | null>>

/** The address of this page with another query. */
export const hrefWith = (patch: QueryPatch): string => {
  const next = new URLSearchParams(query.value)
  for (const [name, value] of Object.entries(patch)) {
    next.delete(name)
    for (const each of typeof value === "string" ? [value] : (value ?? [])) if (each !== "") next.append(name, each)
  }
  return `${location.pathname}?${next}`
}

/** Goes to another query of this page. What is typed replaces the entry of the history, what is clicked adds one. */
export const go = (patch: QueryPatch, how: "push" | "replace" = "push"): void => {
  const href = hrefWith(patch)
  if (how === "push") history.pushState(null, "", href)
  else history.replaceState(null, "", href)
  query.value = new URLSearchParams(location.search)
}

/** The address of a board in the app. */
export const boardHref = (boardId: string, taskId = ""): string =>
  `/app?${new URLSearchParams({ board: boardId, ...(taskId === "" ? {} : { task: taskId }) })}`

/** The pages beside boards and the home, by their names in the query. */
export const PAGES = [
  "activity",
  "import",
  "members",
  "securityLog",
  "settings",
  "tokens",
  "trash",
  "webhooks",
  "workspaceTrash"
] as const

/** The page that the query names, if it names one. */
export const pageName = computed(() => PAGES.find((each) => param(each) !== ""))
export const boardId = computed(() => param("board"))
/** The task whose panel is open. */
export const openTaskId = computed(() => param("task"))

/** Opens an address of the app without loading the page again. */
export const openAddress = (href: string): void => {
  history.pushState(null, "", href)
  query.value = new URLSearchParams(location.search)
}

/** Opens a link of the app likewise, unless the user wants it elsewhere. */
export const followLink = (event: MouseEvent): void => {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
  const link = (event.currentTarget as HTMLAnchorElement).href
  event.preventDefault()
  openAddress(link)
}
