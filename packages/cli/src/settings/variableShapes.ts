import type { VariableShape } from "../terminal/CommandShape.js"
import { themes } from "./themes.js"

const plain = (markdown: string): string => markdown.replaceAll("`", "")

/** Every variable as help tells it. */
export const variableShapes: ReadonlyArray<VariableShape> = themes
  .flatMap(({ variables }) => variables)
  .map((each) => ({ name: each.name, description: plain(`${each.meaning}; else ${each.default}`) }))
