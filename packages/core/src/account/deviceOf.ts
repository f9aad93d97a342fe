// In this order: the later ones name the earlier ones, too.
const BROWSERS = [
  [/\bEdg/, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bFirefox\//, "Firefox"],
  [/\bChrom(e|ium)\//, "Chrome"],
  [/\bSafari\//, "Safari"]
] as const
const SYSTEMS = [
  [/\bAndroid\b/, "Android"],
  [/\b(iPhone|iPad)\b/, "iOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "macOS"],
  [/\bLinux\b/, "Linux"]
] as const

const nameIn = (names: typeof BROWSERS | typeof SYSTEMS, text: string) =>
  names.find(([pattern]) => pattern.test(text))?.[1]

/** The names of a browser and a system together, in English. */
export const onSystem = (browser: string, system: string): string => `${browser} on ${system}`

/**
 * The kind of a client without its version, such as "Firefox on Linux"; null where what it calls itself names no known browser.
 * `on` joins the two names in another language.
 */
export const browserOf = (userAgent: string, on = onSystem): string | null => {
  const [browser, system] = [nameIn(BROWSERS, userAgent), nameIn(SYSTEMS, userAgent)]
  if (browser === undefined) return null
  return system === undefined ? browser : on(browser, system)
}

/** What stays the same of a client over its versions. */
export const familyOf = (userAgent: string | null): string =>
  userAgent === null ? "" : (browserOf(userAgent) ?? userAgent.replace(/\d[\w.]*/g, ""))
