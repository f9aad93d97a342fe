import { editDistance } from "../editDistance.js"
import { VARIABLES } from "../settings.js"

const NAMES = VARIABLES.flatMap((name) => [name, `${name}_FILE`])

/** How many wrong letters a name may have: short ones are like too many others. */
const toleranceOf = (name: string): number => (name.length < 8 ? 1 : 2)

/** A distance is at least the difference of the lengths, which is known at once. */
const isAlmost = (name: string, known: string): boolean => {
  const tolerance = toleranceOf(known)
  return Math.abs(name.length - known.length) <= tolerance && editDistance(name, known) <= tolerance
}

/** The variables of an environment that Boardwright does not know and that are almost the name of one that it does. */
export const misspeltVariables = (environment: {
  readonly [name: string]: string | undefined
}): ReadonlyArray<{ readonly name: string; readonly meant: string }> =>
  Object.keys(environment).flatMap((name) => {
    if (NAMES.includes(name)) return []
    const meant = NAMES.find((known) => isAlmost(name.toUpperCase(), known))
    return meant === undefined ? [] : [{ name, meant }]
  })
