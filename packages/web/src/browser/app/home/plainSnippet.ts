import type { SearchResult } from "@boardwright/client"

type Snippet = SearchResult["snippet"]

/** Signs of Markdown that say nothing in a line of text: headings, quotes, lists, checkboxes, strong text, code and links. */
const SIGNS = /^#{1,6} |^> |^[-*+] (?:\[[ xX]\] )?|\*\*|__|~~|`{1,3}|!?\[(?=[^\]\n]{0,200}\]\()|\]\([^)\s]{0,200}\)/gm

/** A snippet of a description or a comment as it is read, without the signs of Markdown. */
export const plainSnippet = ({ matches, text }: Snippet): Snippet => {
  const signs = [...text.matchAll(SIGNS)].map(({ 0: sign, index }) => ({ start: index, end: index + sign.length }))
  const moved = (at: number): number =>
    signs.reduce((place, { end, start }) => place - Math.max(0, Math.min(at, end) - start), at)
  return {
    text: text.replaceAll(SIGNS, ""),
    matches: matches
      .map(({ end, start }) => ({ start: moved(start), end: moved(end) }))
      .filter(({ end, start }) => start < end)
  }
}
