/** Pixels of a name in a card; the stylesheet has the same. */
const WIDTH = 234

let context: CanvasRenderingContext2D | null = null
const known = new Map<string, 1 | 2>()

/** Lines of a card's name: measured, since the cards that are not in the document need a height too. */
export const nameLines = (name: string): 1 | 2 => {
  const before = known.get(name)
  if (before !== undefined) return before
  if (context === null) {
    context = document.createElement("canvas").getContext("2d")
    // In forced colors the browser gives no `font`.
    const { fontFamily, fontSize } = getComputedStyle(document.body)
    if (context !== null) context.font = `${fontSize} ${fontFamily}`
  }
  const lines = (context?.measureText(name).width ?? Number.POSITIVE_INFINITY) > WIDTH ? 2 : 1
  known.set(name, lines)
  return lines
}
