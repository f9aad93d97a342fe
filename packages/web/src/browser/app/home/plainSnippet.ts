import type { SearchResult } from "@boardwright/client"

type Snippet = SearchResult["snippet"]
type Span = Snippet["matches"][number]

/** Signs of Markdown that say nothing in a line of text: headings, quotes, lists, checkboxes, strong text and code. */
const SIGNS = /^#{1,6} |^> |^[-*+] (?:\[[ xX]\] )?|\*\*|__|~~|`{1,3}/gm

/** What is around the texts of links and images: a bracket, and another one with the address. */
const linksIn = (text: string): ReadonlyArray<Span> => {
  const found: Array<Span> = []
  for (let at = text.indexOf("]("); at !== -1; at = text.indexOf("](", at + 1)) {
    const [open, close] = [text.lastIndexOf("[", at), text.indexOf(")", at)]
    if (close === -1 || open < (found.at(-1)?.end ?? 0)) continue
    found.push({ start: text[open - 1] === "!" ? open - 1 : open, end: open + 1 }, { start: at, end: close + 1 })
  }
  return found
}

/** A snippet of a description or a comment as it is read, without the signs of Markdown. */
export const plainSnippet = ({ matches, text }: Snippet): Snippet => {
  const links = linksIn(text)
  const signs = [...text.matchAll(SIGNS)]
    .map(({ 0: sign, index }) => ({ start: index, end: index + sign.length }))
    .filter((sign) => links.every((link) => sign.end <= link.start || sign.start >= link.end))
  const cuts = [...links, ...signs].toSorted((a, b) => a.start - b.start)
  const moved = (at: number): number =>
    cuts.reduce((place, { end, start }) => place - Math.max(0, Math.min(at, end) - start), at)
  return {
    text: cuts.reduceRight((plain, { end, start }) => plain.slice(0, start) + plain.slice(end), text),
    matches: matches
      .map(({ end, start }) => ({ start: moved(start), end: moved(end) }))
      .filter(({ end, start }) => start < end)
  }
}
