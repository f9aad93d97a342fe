import { useLayoutEffect, useRef } from "preact/hooks"
import { nodesOf } from "./markdown.js"

/** A text as its Markdown says, with mentions of people by their names. */
export const MarkdownText = ({ names = [], text }: { text: string; names?: ReadonlyArray<string> }) => {
  const root = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => root.current?.replaceChildren(nodesOf(text, names)), [text, names.join("\n")])
  return <div class="markdown" ref={root} />
}
