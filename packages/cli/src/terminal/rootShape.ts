import type { Entry } from "./Entry.js"
import type { CommandShape } from "./CommandShape.js"

const SUMMARY = "Boards, tasks and the people who work on them"

/** The whole command line, `loaded` in place of those commands of which only the name is known. */
export const rootShape = (entries: ReadonlyArray<Entry>, loaded: ReadonlyArray<CommandShape> = []): CommandShape => ({
  name: "boardwright",
  description: SUMMARY,
  options: [],
  arguments: [],
  commands: entries.map(({ name, summary }) => {
    const parts = loaded.find((shape) => shape.name === name) ?? { options: [], arguments: [], commands: [] }
    return { ...parts, name, description: summary }
  })
})
