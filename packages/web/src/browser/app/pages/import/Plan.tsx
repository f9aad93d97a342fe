import { useLayoutEffect, useRef } from "preact/hooks"
import { countedInPage, p } from "../../text/pageTexts.js"
import { HeadRow } from "./HeadRow.js"
import { type Checked, headerOf } from "./checked.js"
import { inUserLanguage } from "./messages.js"

/** Warnings that are shown. */
const MOST = 50

const outcomeOf = ({ imported, skipped, warnings }: Checked): string => {
  const parts = [
    countedInPage("import.willCreate", imported),
    ...(skipped === 0 ? [] : [countedInPage("import.skipped", skipped)]),
    warnings.length === 0 ? p("import.noWarnings") : countedInPage("import.warnings", warnings.length)
  ]
  return `${parts.join(", ")}.`
}

const Warnings = ({ checked: { file, warnings } }: { checked: Checked }) => {
  const all = countedInPage("import.warnings", warnings.length)
  return (
    <table role="table">
      <caption>
        {warnings.length > MOST ? p("import.firstWarnings", { n: MOST, all }) : p("import.warningsTitle")}
      </caption>
      <HeadRow keys={["import.where", "import.column", "import.cell", "import.what"]} />
      <tbody role="rowgroup">
        {warnings.slice(0, MOST).map(({ cells, column, line, message, value }, at) => (
          <tr key={at} role="row">
            <th role="rowheader" scope="row">
              {p("import.line", { line: String(line) })}
            </th>
            <td role="cell" data-label={p("import.column")}>
              {headerOf(file, column)}
            </td>
            <td role="cell" data-label={p("import.cell")}>
              {value.length > 60 ? `${value.slice(0, 59)}…` : value}
            </td>
            <td role="cell" data-label={p("import.what")}>
              {inUserLanguage(message)}
              {cells === undefined ? "" : countedInPage("import.keptIn", cells)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface PlanProps {
  readonly checked: Checked
  readonly isBusy: boolean
  readonly store: () => unknown
}

/** What an import will do, as the server has said, and the button that does it. */
export const Plan = ({ checked, isBusy, store }: PlanProps) => {
  const outcome = useRef<HTMLParagraphElement>(null)
  useLayoutEffect(() => outcome.current?.focus(), [checked])
  return (
    <section aria-labelledby="plan-title">
      <h2 id="plan-title">{p("import.plan")}</h2>
      <p ref={outcome} id="outcome" role="status" tabIndex={-1}>
        {outcomeOf(checked)}
      </p>
      {checked.imported === 0 ? null : (
        <p>
          <button type="button" class="button" aria-busy={isBusy} onClick={store}>
            {countedInPage("import.now", checked.imported)}
          </button>
        </p>
      )}
      {checked.warnings.length === 0 ? null : <Warnings checked={checked} />}
    </section>
  )
}
