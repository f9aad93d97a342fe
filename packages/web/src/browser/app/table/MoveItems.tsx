import { announce } from "../drag/Announcer.js"
import { stepBefore } from "../drag/steps.js"
import { t } from "../text/texts.js"

/** The items of a menu that move its column, lane or group by one place, for those who neither drag nor use keys. */
export const MoveItems = ({
  close,
  id,
  ids,
  kind,
  moveBefore,
  name
}: {
  kind: "column" | "group" | "lane"
  id: string
  name: string
  /** All in their order. */
  ids: ReadonlyArray<string>
  /** Moves it before another one, or to the end. False if it is refused, which is shown already. */
  moveBefore: (beforeId: string | null) => Promise<boolean>
  close: () => void
}) => {
  const item = (by: -1 | 1) => {
    const before = stepBefore(ids, id, by)
    if (before === undefined) return null
    const move = async () => {
      close()
      const n = ids.indexOf(id) + 1 + by
      if (await moveBefore(before)) announce(t(`move.${kind}`, { name, n, total: ids.length }))
    }
    return (
      <button type="button" class="choice" onClick={move}>
        {t(`${kind === "group" ? kind : "column"}.${by === -1 ? "back" : "forth"}`)}
      </button>
    )
  }
  return (
    <>
      {item(-1)}
      {item(1)}
    </>
  )
}
