import { Schema } from "effect"
import { Label } from "../values/Text.js"

const HEX = /^#(?:[0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$/
const GRADIENT = /^(?:repeating-)?(?:linear|radial|conic)-gradient\(.*\)$/i
const TOKEN =
  /(?:rgb|rgba|hsl|hsla|hwb|lab|lch|oklab|oklch)\(|\)|,|\/|\s+|#[0-9a-f]{3,8}(?![0-9a-z])|[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:%|deg|grad|rad|turn|px)?(?![0-9a-z%.])|[a-z]+(?:-[a-z]+)*(?![a-z0-9(-])/iy

export const MAX_BACKGROUND_LENGTH = 1000

const areTokens = (inner: string): boolean => {
  TOKEN.lastIndex = 0
  let depth = 0
  while (TOKEN.lastIndex < inner.length) {
    const token = TOKEN.exec(inner)?.[0]
    if (token === undefined) return false
    if (token.endsWith("(")) depth++
    if (token === ")" && --depth < 0) return false
  }
  return depth === 0 && inner.trim() !== ""
}

/** Whether the text is a hex color, or a CSS gradient of colors, angles and percentages only. */
export const isBackgroundValue = (value: string): boolean =>
  value.length <= MAX_BACKGROUND_LENGTH &&
  (HEX.test(value) || (GRADIENT.test(value) && areTokens(value.slice(value.indexOf("(") + 1, -1))))

const message = "must be a hex color or a CSS gradient of colors, angles and percentages"

/** The input for a board's background. Its value is safe to put into a style sheet. */
export const BackgroundInput = Schema.Struct({
  type: Label,
  value: Schema.String.annotations({ message: () => message }).pipe(
    Schema.filter((value) => isBackgroundValue(value) || message, { jsonSchema: { maxLength: MAX_BACKGROUND_LENGTH } })
  )
}).annotations({ message: () => "must be an object with type and value" })
