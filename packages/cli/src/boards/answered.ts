import { Effect } from "effect"
import { type Mapping, type MappingQuestion, shown } from "@boardwright/spreadsheet"
import { UsageError } from "../terminal/failures.js"

const ASKED: Readonly<Record<MappingQuestion["ask"], readonly [problem: string, answer: string]>> = {
  "date-order": ["could have the day or the month first", "--date-format day-first or --date-format month-first"],
  "date-conflict": [
    "have the day first in one place and the month in another",
    "--date-format day-first, --date-format month-first, or mend the file"
  ],
  "number-format": ["could be thousands or decimals", "--number-format 1,234.56 or --number-format 1.234,56"]
}

const questionOf = ({ ask, examples, header }: MappingQuestion): string => {
  const [problem, answer] = ASKED[ask]
  const evidence = examples.map(({ line, value }) => `line ${line}: ${shown(value)}`).join(", ")
  return `${shown(header)} ${problem} (${evidence}): say ${answer}`
}

/** Fails with `UsageError` that tells the evidence and what to say where the file leaves something open. */
export const answered = ({ questions }: Pick<Mapping, "questions">): Effect.Effect<void, UsageError> =>
  questions.length === 0
    ? Effect.void
    : new UsageError({ message: questions.map(questionOf).join("; "), help: "boardwright import" })
