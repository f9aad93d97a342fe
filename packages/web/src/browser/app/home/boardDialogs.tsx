import type { Board, Workspace } from "@boardwright/client"
import { useState } from "preact/hooks"
import { api, reasonOf, renewing } from "../api.js"
import { attempt } from "../attempt.js"
import { addBoundColumn } from "../cells/boundColumns.js"
import { boardHref, openAddress } from "../route.js"
import { notify } from "../store/notices.js"
import { p } from "../text/pageTexts.js"
import { t } from "../text/texts.js"
import { Dialog, DialogForm, TextField } from "../ui/Dialog.js"

type Done = () => unknown

export const NewWorkspace = ({ done }: { done: Done }) => (
  <Dialog title={t("workspace.new")}>
    <DialogForm
      submit={p("workspace.create")}
      send={async ({ name = "" }) => {
        await api.workspaces.create({ name })
        await done()
      }}
    >
      <TextField name="name" label={p("workspace.name")} />
    </DialogForm>
  </Dialog>
)

export const RenameWorkspace = ({ done, workspace: { id, name: before } }: { done: Done; workspace: Workspace }) => (
  <Dialog title={t("workspace.rename")}>
    <DialogForm
      submit={t("action.save")}
      send={async ({ name = "" }) => {
        await api.workspaces.update({ id, name })
        await done()
      }}
    >
      <TextField name="name" label={p("workspace.name")} value={before} />
    </DialogForm>
  </Dialog>
)

/** Asks for the name, since a workspace does not go to the trash. */
export const DeleteWorkspace = ({ done, workspace: { id, name } }: { done: Done; workspace: Workspace }) => {
  const [typed, setTyped] = useState("")
  return (
    <Dialog title={p("workspace.deleteTitle", { name })}>
      <p>{p("workspace.deleteWarning")}</p>
      <DialogForm
        submit={p("workspace.deleteForGood")}
        isDanger
        isReady={typed.trim() === name.trim()}
        send={async () => {
          await api.workspaces.delete({ id })
          notify(t("workspace.deleted", { name }))
          await done()
        }}
      >
        <TextField name="typed" label={p("workspace.typeName", { name })} onInput={setTyped} />
      </DialogForm>
    </Dialog>
  )
}

export const NewBoard = ({ workspace: { id: workspaceId, name: place } }: { workspace: Workspace }) => (
  <Dialog title={t("boards.newIn", { workspace: place })}>
    <DialogForm
      submit={p("boards.create")}
      send={async ({ name = "" }) => {
        const { board } = await api.boards.create({ name, workspaceId })
        const [group] = board.groups
        const groupName = t("group.new")
        try {
          if (group !== undefined && group.name !== groupName)
            await renewing(() => api.boards.updateGroup({ boardId: board.id, groupId: group.id, name: groupName }))
          for (const field of ["assignees", "status", "priority", "dueDate"] as const)
            await renewing(() => addBoundColumn(board.id, field))
        } catch (error) {
          notify(p("boards.noColumns", { reason: reasonOf(error) }), { tone: "bad" })
        }
        openAddress(boardHref(board.id))
      }}
    >
      <TextField name="name" label={p("boards.name")} />
    </DialogForm>
  </Dialog>
)

/** The name and the description of a board. */
export const BoardSettings = ({ board: { description, id, name: before }, done }: { board: Board; done: Done }) => (
  <Dialog title={t("boards.settings")}>
    <DialogForm
      submit={t("action.save")}
      send={async (entered) => {
        // What was not edited may have been changed by others meanwhile.
        const edited = Object.entries({ name: before, description }).filter(([key, value]) => entered[key] !== value)
        if (edited.length > 0)
          await api.boards.update({ id, ...Object.fromEntries(edited.map(([key]) => [key, entered[key]])) })
        await done()
      }}
    >
      <TextField name="name" label={p("boards.name")} value={before} />
      <div class="field">
        <label for="sheet-description">{p("boards.description")}</label>
        <textarea id="sheet-description" name="description" rows={4} defaultValue={description} />
      </div>
    </DialogForm>
  </Dialog>
)

/** Asks for the name of a copy, and whether it has the tasks. */
const Duplicate = ({
  copy,
  hint,
  label,
  name: before,
  submit
}: Record<"hint" | "label" | "name" | "submit", string> & {
  copy: (input: { name: string; withTasks: boolean }) => Promise<unknown>
}) => (
  <Dialog title={p("duplicate.title", { name: before })}>
    <DialogForm submit={submit} send={({ name = "", withTasks }) => copy({ name, withTasks: withTasks !== undefined })}>
      <TextField name="name" label={label} value={p("duplicate.name", { name: before }).slice(0, 255)} />
      <label class="checkbox">
        <input type="checkbox" name="withTasks" defaultChecked /> {p("duplicate.withTasks")}
      </label>
      <p class="hint">{hint}</p>
    </DialogForm>
  </Dialog>
)

export const DuplicateBoard = ({ board: { id, name } }: { board: Board }) => (
  <Duplicate
    name={name}
    submit={t("boards.duplicate")}
    label={p("boards.name")}
    hint={p("boards.duplicateHint")}
    copy={async (input) => openAddress(boardHref((await api.boards.duplicate({ ...input, id })).board.id))}
  />
)

export const DuplicateWorkspace = ({ done, workspace: { id, name } }: { done: Done; workspace: Workspace }) => (
  <Duplicate
    name={name}
    submit={p("workspace.duplicate")}
    label={p("workspace.name")}
    hint={p("workspace.duplicateHint")}
    copy={async (input) => {
      const { workspace } = await api.workspaces.duplicate({ ...input, id })
      notify(p("workspace.duplicated", { name: workspace.name }))
      await done()
    }}
  />
)

/** Moves a board to the trash; the notice restores it. */
export const deleteBoard = async ({ id, name, workspaceId }: Board, done: Done): Promise<void> => {
  if (!(await attempt(() => api.boards.delete({ id })))) return
  const reload = () => attempt(async () => done())
  const undo = async () => {
    await attempt(async () => {
      const { deletions } = await api.trash.list({ workspaceId, limit: 50 })
      const deletion = deletions.find((each) => each.kind === "board" && each.boardId === id)
      if (deletion !== undefined) await api.trash.restore({ deletionId: deletion.id })
    })
    await reload()
  }
  notify(p("boards.deleted", { name }), { action: { text: t("action.undo"), run: () => void undo() } })
  await reload()
}

/** Deletes the board that is open, after a confirmation: the page of it ends. */
export const DeleteBoard = ({ board: { id, name } }: { board: Board }) => (
  <Dialog title={p("boards.deleteTitle", { name })}>
    <p>{p("boards.deleteHint")}</p>
    <DialogForm
      submit={t("boards.delete")}
      isDanger
      send={async () => {
        await api.boards.delete({ id })
        location.assign("/app")
      }}
    />
  </Dialog>
)
