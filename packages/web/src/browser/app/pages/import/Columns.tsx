import { kindsFor } from "../../../columnKinds.js"
import { p } from "../../text/pageTexts.js"
import { HeadRow } from "./HeadRow.js"
import type { Chosen } from "./useSheet.js"

const samplesOf = ({ rows }: Chosen, index: number): string => {
  const samples: Array<string> = []
  for (const { cells } of rows) {
    const cell = cells[index]?.trim() ?? ""
    if (cell !== "") samples.push(cell.length > 40 ? `${cell.slice(0, 39)}…` : cell)
    if (samples.length === 3) break
  }
  return samples.join(" · ")
}

/** The columns of a file, each with its first cells and what it becomes. */
export const Columns = ({ file, setKind }: { file: Chosen; setKind: (index: number, kind: string) => void }) => (
  <table role="table">
    <caption>{p("import.columns")}</caption>
    <HeadRow keys={["import.column", "import.cells", "import.becomes"]} />
    <tbody role="rowgroup">
      {file.headers.map((header, index) => {
        const samples = samplesOf(file, index)
        return (
          <tr key={index} role="row">
            <th role="rowheader" scope="row">
              {header}
            </th>
            <td role="cell" data-label={p("import.cells")}>
              {samples === "" ? <span class="hint">{p("import.blank")}</span> : samples}
            </td>
            <td role="cell" data-label={p("import.becomes")}>
              <select
                aria-label={p("import.columnBecomes", { column: header })}
                value={file.kinds[index] ?? "text"}
                onChange={({ currentTarget }) => setKind(index, currentTarget.value)}
              >
                {kindsFor(file, index).map((kind) => (
                  <option key={kind} value={kind}>
                    {p(`import.kind.${kind}`)}
                  </option>
                ))}
              </select>
            </td>
          </tr>
        )
      })}
    </tbody>
  </table>
)
