export type TextValues = Readonly<Record<string, string | number>>

const formats = new Map<string, Intl.NumberFormat>()

/** The numbers of a locale. Each format is made once, which takes far longer than its use. */
const numbersOf = (locale: string): Intl.NumberFormat => {
  const known = formats.get(locale)
  if (known !== undefined) return known
  const made = new Intl.NumberFormat(locale)
  formats.set(locale, made)
  return made
}

/** A text with values in place of the names in braces; numbers as the locale writes them. */
export const fillText = (text: string, values: TextValues, locale: string): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name]
    return typeof value === "number" ? numbersOf(locale).format(value) : (value ?? whole)
  })
