import { actButton, askFirst, byId, make, show, showProblem } from "./dom.js"
import { onSubmit } from "./form.js"
import { showLocalTimes } from "./localTimes.js"
import { type Place, placeNames, readPlaces } from "./places.js"
import { all } from "./query.js"
import type { AnswerOf } from "./request.js"
import { listenForCopy, showSecret } from "./secret.js"
import { read, startSignedIn, write } from "./session.js"

type Listed = AnswerOf<"tokens", "list">
type Token = Listed["tokens"][number]

const DAY = 24 * 60 * 60 * 1000

let names: ReadonlyMap<string, string> = new Map()

const time = (instant: string): HTMLElement => make("time", { datetime: instant }, instant)

const whereOf = ({ boardIds, workspaceIds }: Token): string => {
  if (boardIds === null && workspaceIds === null) return "everywhere"
  const ids = [...(workspaceIds ?? []), ...(boardIds ?? [])]
  const known = ids.flatMap((id) => names.get(id) ?? [])
  const others = ids.length - known.length
  return [...known, ...(others > 0 ? [`${others} that you no longer see`] : [])].join(", ")
}

const expiryOf = ({ expiresAt }: Token): ReadonlyArray<Node | string> => {
  if (expiresAt === null) return ["never expires"]
  return [Date.parse(expiresAt) <= Date.now() ? "expired " : "expires ", time(expiresAt)]
}

const revoke = async (token: Token): Promise<void> => {
  const text = "Programs that use it are refused from then on, and its webhooks are paused."
  if (!(await askFirst(`Revoke ${token.name}?`, text, "Revoke"))) return
  const revoked = await write(`/api/tokens/${encodeURIComponent(token.id)}`, undefined, "DELETE")
  if (!revoked.ok && revoked.status !== 404) return showProblem(revoked.answer)
  byId("problem").textContent = ""
  byId("secret").hidden = true
  await list()
  show(byId("said"), `${token.name} is revoked.`)
}

const tokenItem = (token: Token): HTMLElement => {
  const { createdAt, lastUsedAt, name, prefix, scopes } = token
  const used = lastUsedAt === null ? ["never used"] : ["last used ", time(lastUsedAt)]
  const facts = ["Created ", time(createdAt), ", ", ...used, ", ", ...expiryOf(token), "."]
  return make(
    "li",
    {},
    make(
      "div",
      { class: "event" },
      make("p", {}, make("strong", {}, name), " ", make("code", {}, `${prefix}…`)),
      make("p", {}, `May ${scopes.join(", ")}: ${whereOf(token)}.`),
      make("p", { class: "hint" }, ...facts)
    ),
    make(
      "span",
      { class: "act" },
      actButton("Revoke", name, () => revoke(token))
    )
  )
}

const list = async (): Promise<boolean> => {
  const listed = await read<Listed>("/api/tokens?limit=100")
  if (listed === null) return false
  if (!listed.ok) {
    showProblem(listed.answer)
    return false
  }
  const { tokens } = listed.answer
  byId("tokens").replaceChildren(...tokens.map(tokenItem))
  showLocalTimes(byId("tokens"))
  byId("none").hidden = tokens.length > 0
  return true
}

const choice = (kind: string, { id, name }: Pick<Place, "id" | "name">): HTMLElement =>
  make(
    "div",
    { class: `check ${kind}` },
    make("input", { type: "checkbox", id: `place-${id}`, name: kind, value: id, autocomplete: "off" }),
    make("label", { for: `place-${id}` }, name)
  )

const start = async (): Promise<void> => {
  const places = await readPlaces()
  names = placeNames(places)
  const choices = places.flatMap(({ boards, ...workspace }) => [
    choice("workspaceIds", workspace),
    ...boards.map((board) => choice("boardIds", board))
  ])
  byId("place-list").replaceChildren(...choices)
  const shown = await list()
  byId("loading").hidden = true
  byId("retry").hidden = shown
  byId("ready").hidden = !shown
}

const creating = byId<HTMLFormElement>("create")
const where = byId<HTMLSelectElement>("where")
const choosesPlaces = () => where.value === "places"
const chosen = (name: string): ReadonlyArray<string> =>
  all<HTMLInputElement>(`input[name="${name}"]:checked`, creating).map(({ value }) => value)
const some = (name: string) => (choosesPlaces() && chosen(name).length > 0 ? { [name]: chosen(name) } : {})
const showChoice = () => {
  byId("places-choice").hidden = !choosesPlaces()
}

const expiresAt = () => {
  const days = Number(byId<HTMLSelectElement>("expiry").value)
  return days === 0 ? {} : { expiresAt: new Date(Date.now() + days * DAY).toISOString() }
}

where.addEventListener("change", showChoice)
onSubmit<AnswerOf<"tokens", "create">>(creating, {
  check: () => {
    const lacks = choosesPlaces() && chosen("workspaceIds").length + chosen("boardIds").length === 0
    byId("places-error").textContent = lacks ? "Choose at least one." : ""
    if (chosen("scopes").length === 0) return [["scopes", "Choose at least one."]]
    if (!lacks) return []
    byId("place-list").querySelector("input")?.focus()
    return [["places", "Choose at least one."]]
  },
  body: ({ name }) => ({
    name,
    scopes: chosen("scopes"),
    ...some("workspaceIds"),
    ...some("boardIds"),
    ...expiresAt()
  }),
  send: (body) => write("/api/tokens", body),
  done: async ({ apiToken, token }) => {
    creating.reset()
    showChoice()
    await list()
    showSecret(token, `The token ${apiToken.name} is created.`)
  }
})
byId("retry").addEventListener("click", () => location.reload())
listenForCopy("The token")

startSignedIn(start, "Sign in to see your API tokens.")
