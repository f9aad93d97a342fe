import { useSignal } from "@preact/signals"
import type { AnswerOf } from "../../../request.js"
import { api } from "../../api.js"
import { p } from "../../text/pageTexts.js"
import { FieldError, PageForm, TextInput } from "../PageForm.js"
import type { Place } from "../places.js"

const SCOPES = ["read", "write", "manage"] as const
const DAYS = ["30", "90", "365", ""] as const
const DAY = 24 * 60 * 60 * 1000

const Choice = ({ id, isInvalid, kind, name }: { id: string; name: string; kind: string; isInvalid: boolean }) => (
  <label class={`page-check ${kind}`}>
    <input type="checkbox" id={`place-${id}`} name={kind} value={id} autocomplete="off" aria-invalid={isInvalid} />
    {name}
  </label>
)

const Places = ({ isInvalid, places }: { places: ReadonlyArray<Place>; isInvalid: boolean }) => (
  <div class="place-list">
    {places.flatMap(({ boards, id, name }) => [
      <Choice key={id} id={id} name={name} kind="workspaceIds" isInvalid={isInvalid} />,
      ...boards.map((board) => <Choice key={board.id} {...board} kind="boardIds" isInvalid={isInvalid} />)
    ])}
  </div>
)

/** Makes a token: what it may do, where, and for how long. */
export const TokenForm = ({
  done,
  places
}: {
  places: ReadonlyArray<Place>
  done: (created: AnswerOf<"tokens", "create">) => unknown
}) => {
  const choosesPlaces = useSignal(false)
  const chosen = (fields: FormData, name: string) => fields.getAll(name).map(String)
  const some = (fields: FormData, name: string) => {
    const ids = choosesPlaces.value ? chosen(fields, name) : []
    return ids.length > 0 ? { [name]: ids } : {}
  }
  const check = (fields: FormData) => {
    const hasPlaces =
      !choosesPlaces.value || chosen(fields, "workspaceIds").length + chosen(fields, "boardIds").length > 0
    return {
      ...(chosen(fields, "scopes").length === 0 ? { scopes: p("tokens.chooseOne") } : {}),
      ...(hasPlaces ? {} : { places: p("tokens.chooseOne") })
    }
  }
  const send = async (fields: FormData): Promise<void> => {
    const days = Number(fields.get("expiry"))
    const scopes = chosen(fields, "scopes")
    const created = await api.tokens.create({
      name: String(fields.get("name")),
      scopes: SCOPES.filter((scope) => scopes.includes(scope)),
      ...some(fields, "workspaceIds"),
      ...some(fields, "boardIds"),
      ...(days === 0 ? {} : { expiresAt: new Date(Date.now() + days * DAY).toISOString() })
    })
    await done(created)
  }
  return (
    <PageForm submit={p("tokens.create")} check={check} send={send}>
      {(errors) => (
        <>
          <TextInput name="name" label={p("tokens.name")} hint={p("tokens.nameHint")} maxLength={255} errors={errors} />
          <fieldset aria-describedby="scopes-error">
            <legend>{p("tokens.may")}</legend>
            {SCOPES.map((scope) => (
              <label key={scope} class="page-check">
                <input
                  type="checkbox"
                  id={`scope-${scope}`}
                  name="scopes"
                  value={scope}
                  autocomplete="off"
                  aria-invalid={"scopes" in errors}
                />
                {p(`tokens.may.${scope}`)}
              </label>
            ))}
            <FieldError errors={errors} name="scopes" />
          </fieldset>
          <div class="field">
            <label for="where">{p("tokens.where")}</label>
            <select
              id="where"
              autocomplete="off"
              onChange={({ currentTarget }) => {
                choosesPlaces.value = currentTarget.value === "places"
              }}
            >
              <option value="everywhere">{p("tokens.where.everywhere")}</option>
              <option value="places">{p("tokens.where.places")}</option>
            </select>
          </div>
          {choosesPlaces.value ? (
            <fieldset aria-describedby="places-hint places-error">
              <legend>{p("tokens.places")}</legend>
              <p class="hint" id="places-hint">
                {p("tokens.placesHint")}
              </p>
              <Places places={places} isInvalid={"places" in errors} />
              <FieldError errors={errors} name="places" />
            </fieldset>
          ) : null}
          <div class="field">
            <label for="expiry">{p("tokens.expiry")}</label>
            <select id="expiry" name="expiry" autocomplete="off">
              {DAYS.map((days) => (
                <option key={days} value={days} selected={days === "90"}>
                  {p(days === "" ? "tokens.expiry.never" : `tokens.expiry.${days}`)}
                </option>
              ))}
            </select>
          </div>
        </>
      )}
    </PageForm>
  )
}
