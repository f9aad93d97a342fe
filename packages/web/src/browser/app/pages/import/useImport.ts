import type { Board, Workspace } from "@boardwright/client"
import type { Source } from "@boardwright/spreadsheet"
import { useSignal } from "@preact/signals"
import { useRef } from "preact/hooks"
import type * as ImportBody from "../../../importBody.js"
import { goTo } from "../../../session.js"
import { api, renewing } from "../../api.js"
import { attempt } from "../../attempt.js"
import { boardHref } from "../../route.js"
import { countedInPage, p } from "../../text/pageTexts.js"
import { t } from "../../text/texts.js"
import { allWarnings, type Checked, type Refusal, refusalOf } from "./checked.js"
import { type Chosen, useSheet } from "./useSheet.js"

/** Where the script that converts rows is served; it is loaded when an import is checked. */
const IMPORT_BODY: string = "/account/import-body.js"
/** Bytes of a request that a server takes, by default. */
const MOST_BODY = 16 * 1024 * 1024
const FINE: Refusal = { name: "", alert: "" }

const nameOf = ({ file, title }: Source): string => [...(title ?? file.replace(/\.[^.]*$/, ""))].slice(0, 255).join("")

/** What the API names the group of the rows without one. */
const DEFAULT_GROUP = "New group"

/** Gives that group a name in the language of the user. */
const renameDefaultGroup = async ({ groups, id: boardId }: Board): Promise<void> => {
  const name = t("group.new")
  const group = groups.find((each) => each.name === DEFAULT_GROUP)
  if (group === undefined || name === DEFAULT_GROUP) return
  await attempt(() => api.boards.updateGroup({ boardId, groupId: group.id, name }))
}

/** An import: its file, what its form says, and what the server has said of it. */
export const useImport = ({ id: workspaceId }: Workspace) => {
  const checked = useSignal<Checked | null>(null)
  const refusal = useSignal<Refusal>(FINE)
  const refusals = useSignal(0)
  const isBusy = useSignal(false)
  const boardName = useSignal("")
  const changes = useRef(0)
  const changed = (): void => {
    changes.current += 1
    checked.value = null
    refusal.value = { ...refusal.value, alert: "" }
  }
  const sheet = useSheet(changed)
  const refuse = (found: Refusal): void => {
    refusal.value = found
    refusals.value += 1
  }
  const send = async (file: Chosen, isStored: boolean, call: () => Promise<void>): Promise<void> => {
    if (isBusy.value) return
    isBusy.value = true
    try {
      await renewing(call)
    } catch (error) {
      refuse(refusalOf(file, error, isStored))
    }
    isBusy.value = false
  }
  return {
    sheet,
    checked: checked.value,
    refusal: refusal.value,
    /** How often something was refused, so that the focus moves there each time. */
    refusals: refusals.value,
    isBusy: isBusy.value,
    name: boardName.value,
    rename: (entered: string): void => {
      boardName.value = entered
      changed()
    },
    /** Reads a file, or another sheet of it. */
    choose: async (file: File, name?: string): Promise<void> => {
      const source = await sheet.open(file, name)
      if (source !== null) boardName.value = nameOf(source)
    },
    /** Sends everything without storing it. */
    check: async (): Promise<void> => {
      const file = sheet.chosen
      if (file === null) return sheet.refuse(p("import.chooseFile"))
      const mapping = file.reading.mappingOf(file, file.kinds, file.own)
      const name = boardName.value.trim()
      // What a date leaves open the server warns of; a number it would read the English way.
      const open = mapping?.questions.find(({ ask }) => ask === "number-format")
      const question = open === undefined ? "" : p("import.numberFormat", { column: open.header })
      refuse({
        name: name === "" ? p("import.nameEmpty") : "",
        alert: mapping === null ? p("import.noNames") : question
      })
      if (name === "" || mapping === null || open !== undefined) return
      const seen = changes.current
      await send(file, false, async () => {
        const { importBody } = (await import(IMPORT_BODY)) as typeof ImportBody
        const { body, warnings } = importBody({ mapping, name, sheet: file, workspaceId })
        if (new Blob([JSON.stringify(body)]).size > MOST_BODY) return refuse({ name: "", alert: p("import.tooLarge") })
        const found = await api.boards.import({ ...body, dryRun: true })
        // The answer to what was chosen before.
        if (changes.current !== seen) return
        const { imported, skipped } = found
        checked.value = { file, body, imported, skipped, warnings: allWarnings(file, warnings, found) }
      })
    },
    /** Stores what was checked, and opens the board. */
    store: ({ body, file }: Checked) =>
      send(file, true, async () => {
        const { board, imported } = await api.boards.import(body)
        if (board === null) return
        await renameDefaultGroup(board)
        goTo(boardHref(board.id), countedInPage("import.done", imported))
      })
  }
}
