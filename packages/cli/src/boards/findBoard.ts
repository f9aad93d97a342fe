import { Board } from "@boardwright/core"
import { Effect } from "effect"
import { NoSuchThing, UsageError } from "../terminal/failures.js"

const ambiguous = ({ ids, name, total }: Board.BoardAmbiguous) => {
  const more = total > ids.length ? `, and ${total - ids.length} more` : ""
  const message = `several boards are called "${name}"; name one by its id: ${ids.join(", ")}${more}`
  return new UsageError({ message, help: "boardwright export" })
}

/**
 * The id of the board with this id or, where there is none, exactly this name, among those that the actor may see. Fails
 * with `UsageError` that lists the ids where several have the name.
 */
export const findBoard = (idOrName: string) =>
  Board.findBoard(idOrName).pipe(
    Effect.map(({ id }) => id),
    Effect.catchTags({
      NotFound: () => new NoSuchThing({ message: `no board has the id or the name "${idOrName}"` }),
      BoardAmbiguous: ambiguous
    })
  )
