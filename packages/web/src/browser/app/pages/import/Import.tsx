import { BoardwrightClientError, type Workspace } from "@boardwright/client"
import { useLayoutEffect, useRef } from "preact/hooks"
import { api } from "../../api.js"
import { param } from "../../route.js"
import { mayCreate } from "../../rights.js"
import { countedInPage, p } from "../../text/pageTexts.js"
import { PageFrame } from "../PageFrame.js"
import { Columns } from "./Columns.js"
import { Plan } from "./Plan.js"
import { useImport } from "./useImport.js"

const ImportForm = ({ workspace }: { workspace: Workspace }) => {
  const { check, checked, choose, isBusy, name, refusal, refusals, rename, sheet, store } = useImport(workspace)
  const { chosen, problem, setHeaded, setKind } = sheet
  const sheets = chosen?.sheets?.names ?? []
  const input = useRef<HTMLInputElement>(null)
  const alert = useRef<HTMLParagraphElement>(null)
  const boardName = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    if (refusal.name !== "") boardName.current?.focus()
    else if (refusal.alert !== "") alert.current?.focus()
  }, [refusals])
  return (
    <div class="import-page">
      <p>{p("import.intro", { name: workspace.name })}</p>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void check()
        }}
      >
        <p ref={alert} id="import-alert" class="error" role="alert" tabIndex={-1}>
          {refusal.alert}
        </p>
        <div class="field">
          <label for="file">{p("import.file")}</label>
          <p class="hint" id="file-hint">
            {p("import.fileHint")}
          </p>
          <input
            ref={input}
            id="file"
            type="file"
            accept=".csv,.tsv,.tab,.txt,.xlsx,.json,.ndjson,text/csv,text/plain,application/json"
            required
            aria-describedby="file-hint file-error"
            aria-invalid={problem !== ""}
            onChange={({ currentTarget: { files } }) => {
              const [file] = files ?? []
              if (file !== undefined) void choose(file)
            }}
          />
          <p class="error" id="file-error" aria-live="polite">
            {problem}
          </p>
          <p>
            <button
              type="button"
              class="button quiet"
              onClick={() => {
                if (input.current !== null) input.current.value = ""
                void choose(new File([p("import.example")], p("import.exampleFile")))
              }}
            >
              {p("import.useExample")}
            </button>
          </p>
        </div>
        <p role="status">
          {chosen === null
            ? ""
            : p("import.read", {
                file: chosen.source.file,
                rows: countedInPage("import.rows", chosen.rows.length),
                columns: countedInPage("import.columnCount", chosen.headers.length)
              })}
        </p>
        {chosen === null ? null : (
          <>
            {sheets.length < 2 ? null : (
              <div class="field">
                <label for="sheet">{p("import.sheet")}</label>
                <select
                  id="sheet"
                  value={chosen.sheets?.read}
                  onChange={({ currentTarget }) => void choose(chosen.picked, currentTarget.value)}
                >
                  {sheets.map((sheetName) => (
                    <option key={sheetName} value={sheetName}>
                      {sheetName}
                    </option>
                  ))}
                </select>
              </div>
            )}
            <div class="field">
              <label for="board-name">{p("import.boardName")}</label>
              <input
                ref={boardName}
                id="board-name"
                type="text"
                autocomplete="off"
                required
                maxLength={255}
                value={name}
                aria-describedby="board-name-error"
                aria-invalid={refusal.name !== ""}
                onInput={({ currentTarget }) => rename(currentTarget.value)}
              />
              <p class="error" id="board-name-error" aria-live="polite">
                {refusal.name}
              </p>
            </div>
            {chosen.source.keys === null ? (
              <label class="headed">
                <input
                  type="checkbox"
                  checked={chosen.headerLine !== null}
                  onChange={({ currentTarget }) => void setHeaded(chosen, currentTarget.checked)}
                />{" "}
                {p("import.headed")}
              </label>
            ) : null}
            <Columns file={chosen} setKind={(index, kind) => setKind(chosen, index, kind)} />
            <p class="hint">{p("import.columnsHint")}</p>
            <p>
              <button class="button" aria-busy={isBusy}>
                {p("import.check")}
              </button>
            </p>
          </>
        )}
      </form>
      {checked === null ? null : <Plan checked={checked} isBusy={isBusy} store={() => void store(checked)} />}
    </div>
  )
}

/** Loads the workspace that the address names. Rejects if the user may not import into it. */
const loadWorkspace = async (): Promise<Workspace> => {
  const workspace = await api.workspaces.get({ id: param("import") })
  if (mayCreate(workspace.role)) return workspace
  const code = "Forbidden"
  throw new BoardwrightClientError({ code, status: 403, error: code, details: [], retryAfter: null })
}

/** Makes a board of a spreadsheet: a file is chosen, its columns are named, the server says what will come. */
export const Import = () => (
  <PageFrame
    title={p("import.title")}
    back={{ href: "/app", text: p("page.backToHome") }}
    loading={p("import.loading")}
    load={loadWorkspace}
    reasons={{ 403: p("import.forbidden"), 404: p("import.missing") }}
  >
    {(workspace) => <ImportForm workspace={workspace} />}
  </PageFrame>
)
