export type TextValues = Readonly<Record<string, string | number>>

/** A text with values in place of the names in braces; numbers as the locale writes them. */
export const fillText = (text: string, values: TextValues, locale: string): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name]
    return typeof value === "number" ? value.toLocaleString(locale) : (value ?? whole)
  })
