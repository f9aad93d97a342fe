import { p } from "../../text/pageTexts.js"

/** The heads of a table's columns. */
export const HeadRow = ({ keys }: { keys: ReadonlyArray<Parameters<typeof p>[0]> }) => (
  <thead role="rowgroup">
    <tr role="row">
      {keys.map((key) => (
        <th key={key} role="columnheader" scope="col">
          {p(key)}
        </th>
      ))}
    </tr>
  </thead>
)
