/** A rectangle in the window, in pixels. */
export interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** Pixels of the line between two things. */
const LINE = 3

/** The line at the edge of a box that is between it and its neighbour. */
export const lineAtEdge = ({ height, left, top, width }: Box, edge: "top" | "bottom" | "left" | "right"): Box =>
  edge === "top" || edge === "bottom"
    ? { left, width, top: (edge === "top" ? top : top + height) - LINE / 2, height: LINE }
    : { top, height, left: (edge === "left" ? left : left + width) - LINE / 2, width: LINE }

/** What is shown over the page while something is dragged: its name at the pointer, and where it would land. */
export interface Marks {
  readonly show: (x: number, y: number, mark: Box | null) => void
  readonly remove: () => void
}

export const createMarks = (text: string): Marks => {
  const name = document.createElement("div")
  name.className = "drag-name"
  name.textContent = text
  const mark = document.createElement("div")
  mark.className = "drag-mark"
  for (const node of [name, mark]) node.setAttribute("aria-hidden", "true")
  document.body.append(mark, name)
  return {
    show: (x, y, box) => {
      name.style.transform = `translate(${x + 12}px, ${y + 12}px)`
      mark.hidden = box === null
      if (box === null) return
      mark.style.transform = `translate(${box.left}px, ${box.top}px)`
      mark.style.width = `${box.width}px`
      mark.style.height = `${box.height}px`
    },
    remove: () => {
      name.remove()
      mark.remove()
    }
  }
}
