import type { BoardStore } from "../store/BoardStore.js"
import { announce } from "../drag/Announcer.js"
import type { Field } from "../cells/fields.js"
import { updateField } from "../cells/updateField.js"
import { t } from "../text/texts.js"
import { showWidth, widthOf } from "./columnWidths.js"

/** Pixels at the end of a header that resize its column; the stylesheet has the same. */
const HANDLE = 8
/** Pixels of a key press, and how long the keys must rest before a width is stored. */
const STEP = 10
const REST_MILLIS = 600

const isRtl = (node: Element): boolean => getComputedStyle(node).direction === "rtl"

/** Whether a press on a header is on its border. */
export const isOnBorder = (event: PointerEvent, header: Element): boolean => {
  const { left, right } = header.getBoundingClientRect()
  const handle = event.pointerType === "touch" ? 2 * HANDLE : HANDLE
  return isRtl(header) ? event.clientX < left + handle : event.clientX > right - handle
}

const storeWidth = async (store: BoardStore, field: Field): Promise<void> => {
  const width = widthOf(field)
  if (width !== field.width) await updateField(store, field, { width })
  // Another change may have begun meanwhile.
  if (widthOf(field) === width) showWidth(field.key, null)
}

/** Pixels that what is in a cell takes beside its padding: its texts as they are, and what is wider than its box. */
const contentWidth = (cell: Element): number => {
  const range = document.createRange()
  range.selectNodeContents(cell)
  const cut = [...cell.querySelectorAll("*")].filter(({ clientWidth, scrollWidth }) => scrollWidth > clientWidth)
  return Math.max(range.getBoundingClientRect().width, ...cut.map(({ scrollWidth }) => scrollWidth))
}

/** Makes a column as wide as what it shows of the tasks in the window, and its name. */
const fitWidth = (header: HTMLElement, store: BoardStore, field: Field): Promise<void> => {
  const cells = header.closest("[role=grid]")?.querySelectorAll(`[data-cell$=" ${CSS.escape(field.key)}"]`) ?? []
  const widths = [header, ...cells].map((cell) => {
    const { paddingLeft, paddingRight } = getComputedStyle(cell)
    return contentWidth(cell) + Number.parseFloat(paddingLeft) + Number.parseFloat(paddingRight)
  })
  showWidth(field.key, Math.ceil(Math.max(...widths)) + 1)
  return storeWidth(store, field)
}

/** The last press on a border that did not move it. */
let pressed = { key: "", at: 0 }
const DOUBLE_MILLIS = 500

/** Follows a press on the border of a header, and stores the width at its end. A double press fits the column to what it shows. */
export const followBorder = (press: PointerEvent, header: HTMLElement, store: BoardStore, field: Field): void => {
  if (press.button !== 0 || !press.isPrimary) return
  press.preventDefault()
  const ending = new AbortController()
  const { signal } = ending
  const begin = header.offsetWidth
  const sign = isRtl(header) ? -1 : 1
  addEventListener(
    "pointermove",
    (event) => {
      if (event.pointerId === press.pointerId) showWidth(field.key, begin + sign * (event.clientX - press.clientX))
    },
    { signal }
  )
  addEventListener(
    "pointerup",
    (event) => {
      if (event.pointerId !== press.pointerId) return
      ending.abort()
      const isDouble = pressed.key === field.key && event.timeStamp - pressed.at < DOUBLE_MILLIS
      const hasMoved = widthOf(field) !== field.width
      pressed = { key: hasMoved || isDouble ? "" : field.key, at: event.timeStamp }
      void (isDouble && !hasMoved ? fitWidth(header, store, field) : storeWidth(store, field))
    },
    { signal }
  )
  const giveUp = (): void => {
    ending.abort()
    showWidth(field.key, null)
  }
  addEventListener("pointercancel", giveUp, { signal })
  // A finger would scroll the table.
  addEventListener("touchmove", (event) => event.preventDefault(), { signal, passive: false })
  addEventListener(
    "keydown",
    ({ key }) => {
      if (key === "Escape") giveUp()
    },
    { signal }
  )
}

const resting = new Map<string, ReturnType<typeof setTimeout>>()

/** Makes a column wider or narrower by one step of a key. */
export const stepWidth = (header: HTMLElement, store: BoardStore, field: Field, direction: -1 | 1): void => {
  showWidth(field.key, (widthOf(field) || header.offsetWidth) + direction * STEP)
  announce(t("move.width", { name: field.name || t("field.name"), n: widthOf(field) }))
  clearTimeout(resting.get(field.key))
  resting.set(
    field.key,
    setTimeout(() => void storeWidth(store, field), REST_MILLIS)
  )
}
