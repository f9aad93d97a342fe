import { dataVariables } from "./dataVariables.js"
import { logVariables } from "./logVariables.js"
import { mailVariables } from "./mailVariables.js"
import { pageVariables } from "./pageVariables.js"
import { serverVariables } from "./serverVariables.js"
import { limitVariables, signInVariables } from "./signInVariables.js"
import type { About, Variable } from "./Variable.js"

/** Variables that belong together. */
export interface Theme {
  readonly title: string
  readonly variables: ReadonlyArray<About>
}

const theme = (title: string, ...records: ReadonlyArray<Readonly<Record<string, Variable<unknown>>>>): Theme => ({
  title,
  variables: records.flatMap((record) => Object.values(record)).map(({ about }) => about)
})

/** Everything that can be configured, in the order in which it is told. */
export const themes: ReadonlyArray<Theme> = [
  theme("Server", serverVariables),
  theme("Data", dataVariables),
  theme("Mail", mailVariables),
  theme("Sign-in and limits", signInVariables, limitVariables),
  theme("Logs", logVariables),
  theme("Pages", pageVariables)
]
