import { spoken } from "./say.js"

/** What an error code means in the language of the document; undefined where the server's own text is shown. */
export const refusalText = (code: string | undefined): string | undefined => {
  const { refusals } = spoken()
  return code !== undefined && Object.hasOwn(refusals, code) ? refusals[code as keyof typeof refusals] : undefined
}

/** A rule that a field breaks, in the language of the document; one that is not known here stays English. */
export const ruleText = (message: string): string =>
  spoken().rules.reduce((text, [rule, replacement]) => text.replace(rule, replacement), message)
