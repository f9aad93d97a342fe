import { useSignal } from "@preact/signals"
import type { AnswerOf } from "../../../request.js"
import { api, unlessGone } from "../../api.js"
import { dateText } from "../../cells/read.js"
import { p } from "../../text/pageTexts.js"
import { confirm } from "../../ui/confirm.js"
import { ActButton } from "../ActButton.js"
import { PageFrame } from "../PageFrame.js"
import { loadPlaces, type Place, placeNames } from "../places.js"
import { Secret } from "../Secret.js"
import { useOutcome } from "../useOutcome.js"
import { TokenForm } from "./TokenForm.js"

type Token = AnswerOf<"tokens", "list">["tokens"][number]

/** Tokens that are listed. */
const MOST = 100

const listTokens = async (): Promise<ReadonlyArray<Token>> => (await api.tokens.list({ limit: MOST })).tokens

const load = async () => {
  const [places, tokens] = await Promise.all([loadPlaces(), listTokens()])
  return { places, first: tokens }
}

const whereOf = ({ boardIds, workspaceIds }: Token, names: ReadonlyMap<string, string>): string => {
  if (boardIds === null && workspaceIds === null) return p("tokens.everywhere")
  const ids = [...(workspaceIds ?? []), ...(boardIds ?? [])]
  const known = ids.flatMap((id) => names.get(id) ?? [])
  const others = ids.length - known.length
  return [...known, ...(others > 0 ? [p("tokens.others", { n: others })] : [])].join(", ")
}

const expiryOf = ({ expiresAt }: Token): string => {
  if (expiresAt === null) return p("tokens.neverExpires")
  const key = Date.parse(expiresAt) <= Date.now() ? "tokens.expired" : "tokens.expires"
  return p(key, { at: dateText(expiresAt) })
}

const factsOf = (token: Token): string =>
  p("tokens.facts", {
    created: dateText(token.createdAt),
    used: token.lastUsedAt === null ? p("tokens.neverUsed") : p("tokens.lastUsed", { at: dateText(token.lastUsedAt) }),
    expiry: expiryOf(token)
  })

const Line = ({
  names,
  revoke,
  token
}: {
  token: Token
  names: ReadonlyMap<string, string>
  revoke: () => Promise<void>
}) => (
  <li>
    <div class="grow">
      <p>
        <strong dir="auto">{token.name}</strong> <code>{token.prefix}…</code>
      </p>
      <p>
        {p("tokens.mayWhere", {
          scopes: token.scopes.map((scope) => p(`tokens.scope.${scope}`)).join(", "),
          where: whereOf(token, names)
        })}
      </p>
      <p class="hint">{factsOf(token)}</p>
    </div>
    <ActButton text={p("tokens.revoke")} name={p("tokens.revokeOf", { name: token.name })} run={revoke} />
  </li>
)

const Content = ({ first, places }: { first: ReadonlyArray<Token>; places: ReadonlyArray<Place> }) => {
  const tokens = useSignal(first)
  const secret = useSignal<string | null>(null)
  const created = useSignal(0)
  const { act, note, outcome, say } = useOutcome()
  const names = placeNames(places)
  const relist = () =>
    act(listTokens, (listed) => {
      tokens.value = listed
    })
  const revoke = async ({ id, name }: Token): Promise<void> => {
    const title = p("tokens.revokeTitle", { name })
    if (!(await confirm({ title, text: p("tokens.revokeText"), act: p("tokens.revoke") }))) return
    await act(
      () => api.tokens.delete({ id }).catch(unlessGone),
      async () => {
        secret.value = null
        await relist()
        say(p("tokens.revoked", { name }))
      }
    )
  }
  return (
    <>
      <p>{p("tokens.intro")}</p>
      {outcome}
      <Secret of="tokens" secret={secret.value} say={say} />
      <section aria-labelledby="list-title">
        <h2 id="list-title">{p("tokens.list")}</h2>
        {tokens.value.length === 0 ? <p class="hint">{p("tokens.none")}</p> : null}
        <ul class="rows" id="tokens" role="list" aria-labelledby="list-title">
          {tokens.value.map((token) => (
            <Line key={token.id} token={token} names={names} revoke={() => revoke(token)} />
          ))}
        </ul>
      </section>
      <section aria-labelledby="create-title">
        <h2 id="create-title">{p("tokens.new")}</h2>
        <TokenForm
          key={created.value}
          places={places}
          done={async ({ apiToken, token }) => {
            note(p("tokens.created", { name: apiToken.name }))
            secret.value = token
            created.value += 1
            await relist()
          }}
        />
      </section>
    </>
  )
}

/** The API tokens of the account: list, create and revoke them. */
export const Tokens = () => (
  <PageFrame
    title={p("tokens.title")}
    back={{ href: "/account?settings=1", text: p("page.backToSettings") }}
    loading={p("tokens.loading")}
    load={load}
  >
    {(loaded) => <Content {...loaded} />}
  </PageFrame>
)
