import type { Deletion } from "@boardwright/client"
import { dateText } from "../../cells/read.js"
import { p } from "../../text/pageTexts.js"
import { t } from "../../text/texts.js"
import { ActButton } from "../ActButton.js"
import type { TrashPlace } from "./trashData.js"

interface DeletionListProps {
  readonly deletions: ReadonlyArray<Deletion>
  readonly place: TrashPlace
  readonly restore: (deletion: Deletion) => Promise<unknown>
  readonly purge: (deletion: Deletion) => Promise<unknown>
}

const whatItWas = ({ actorId, boardId, kind }: Deletion, { boards, me, people }: TrashPlace): string => {
  const board = boards.get(boardId)
  const what =
    kind === "board" ? p("trash.board") : board === undefined ? p("trash.task") : p("trash.taskOn", { board })
  if (actorId === null) return p("trash.byOperator", { what })
  if (actorId === me.id) return p("trash.byYou", { what })
  return p("trash.by", { what, name: people.get(actorId) ?? p("trash.someone") })
}

/** What is in the trash, each with what can be done with it. */
export const DeletionList = ({ deletions, place, purge, restore }: DeletionListProps) => (
  <ul class="rows" role="list" aria-labelledby="place">
    {deletions.map((deletion) => {
      const { at, id, name } = deletion
      return (
        <li key={id} tabIndex={-1}>
          <span class="grow">
            <strong>{name}</strong>
            <span class="faint">
              {whatItWas(deletion, place)}, <time dateTime={at}>{dateText(at)}</time>
            </span>
          </span>
          <ActButton text={p("trash.restore")} name={p("trash.restoreNamed", { name })} run={() => restore(deletion)} />
          {place.mayPurge(deletion) ? (
            <ActButton text={t("action.delete")} name={p("trash.purgeNamed", { name })} run={() => purge(deletion)} />
          ) : null}
        </li>
      )
    })}
  </ul>
)
