const channel = (hex: string, at: number): number => {
  const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

/** Black or white, whichever has more contrast: at least 4.58 on any color (WCAG 2.2, relative luminance). */
export const inkOn = (hex: string): string => {
  const luminance = 0.2126 * channel(hex, 1) + 0.7152 * channel(hex, 3) + 0.0722 * channel(hex, 5)
  return luminance > 0.179 ? "#000000" : "#ffffff"
}

const FACES = ["#4338CA", "#0B6B34", "#B3001B", "#8A4B00", "#0E6E8C", "#7A2E8E", "#9C2C5B", "#3F5B1C"]

/** The color of a person without a picture, always the same. */
export const faceColor = (id: string): string => {
  let sum = 0
  for (const character of id) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 65_521
  return FACES[sum % FACES.length] ?? "#4338CA"
}
