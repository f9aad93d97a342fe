import type { Board, User } from "@boardwright/client"
import { useSignal } from "@preact/signals"
import { useEffect } from "preact/hooks"
import { api, reasonOf, renewing } from "../api.js"
import { useBoard } from "../BoardContext.js"
import { mayEdit } from "../rights.js"
import { notify } from "../store/notices.js"
import type { BoardTask } from "../store/Operation.js"
import { t } from "../text/texts.js"
import { Dialog, DialogForm, type Entered } from "../ui/Dialog.js"

interface Place {
  readonly board: Board
  readonly workspace: string
}

/** The boards that a user may edit, other than one. */
const loadPlaces = async (me: User, without: string): Promise<ReadonlyArray<Place>> => {
  const { workspaces } = await api.workspaces.list({ limit: 200 })
  const found = await Promise.all(
    workspaces.map(async (workspace) => {
      const { boards } = await api.boards.list({ workspaceId: workspace.id, limit: 200 })
      return boards
        .filter((board) => board.id !== without && mayEdit(board, workspace.role, me))
        .map((board) => ({ board, workspace: workspace.name }))
    })
  )
  return found.flat()
}

/** Moves a task to another board, and says which values found no column there. */
export const MoveDialog = ({ end, moved, task }: { task: BoardTask; end: () => void; moved: () => void }) => {
  const { store } = useBoard()
  const places = useSignal<ReadonlyArray<Place> | null>(null)
  const problem = useSignal("")
  useEffect(() => {
    const load = async () => {
      try {
        places.value = await renewing(() => loadPlaces(store.me, store.id))
      } catch (error) {
        problem.value = reasonOf(error)
      }
    }
    void load()
  }, [])
  const move = async ({ board: boardId = "" }: Entered) => {
    const { lost } = await store.done((options) => api.tasks.moveToBoard({ id: task.id, boardId }, options))
    const href = `/app?board=${encodeURIComponent(boardId)}&task=${encodeURIComponent(task.id)}`
    const columns = lost.map(({ column }) => column).join(", ")
    moved()
    notify(
      lost.length === 0 ? t("panel.moved", { name: task.name }) : t("panel.movedLost", { name: task.name, columns }),
      {
        action: { text: t("panel.follow"), run: () => location.assign(href) }
      }
    )
  }
  return (
    <Dialog title={t("panel.moveTitle", { name: task.name })} close={end}>
      {problem.value !== "" ? (
        <p class="error" role="alert">
          {problem.value}
        </p>
      ) : places.value === null ? (
        <p role="status">{t("panel.loading")}</p>
      ) : places.value.length === 0 ? (
        <p>{t("panel.noBoards")}</p>
      ) : (
        <DialogForm submit={t("panel.move")} send={move}>
          <div class="field">
            <label for="move-board">{t("panel.board")}</label>
            <select id="move-board" name="board">
              {places.value.map(({ board, workspace }) => (
                <option key={board.id} value={board.id}>
                  {workspace} / {board.name}
                </option>
              ))}
            </select>
          </div>
        </DialogForm>
      )}
    </Dialog>
  )
}
