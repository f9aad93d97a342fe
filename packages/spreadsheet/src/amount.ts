const CURRENCY = "[€$£¥]|EUR|USD|GBP|CHF"
const ANYWHERE = new RegExp(CURRENCY)
const BEFORE = new RegExp(`^(-?)(?:${CURRENCY}) ?`)
const AFTER = new RegExp(` ?(?:${CURRENCY})$`)

/** The sign or code of a currency in a cell, or nothing. */
export const currencyOf = (cell: string): string => ANYWHERE.exec(cell)?.[0] ?? ""

/** A trimmed number without the currency before or after it. One in brackets is negative, as accountants write it. */
export const amountIn = (cell: string): string => {
  const [, negative] = /^\((.+)\)$/.exec(cell) ?? []
  return (negative === undefined ? cell : `-${negative}`).replace(BEFORE, "$1").replace(AFTER, "")
}
