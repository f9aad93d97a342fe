import { Facade } from "@boardwright/core"

/** What a value must be, in words and as a check. */
export type Rule = readonly [rule: string, holds: (value: unknown) => boolean]

/** A problem with an option, or none. */
export type Problem = readonly [name: string, message: string | undefined]

const field = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined

export const isFunction = (value: unknown): boolean => typeof value === "function"

/** Whether a value is a whole number from `least`. */
export const isWhole = (value: unknown, least: number): boolean => Number.isSafeInteger(value) && Number(value) >= least

/** A check that a value has these functions. */
export const has =
  (...names: ReadonlyArray<string>) =>
  (value: unknown): boolean =>
    names.every((name) => isFunction(field(value, name)))

const problemOf = (rules: { readonly [name: string]: Rule }, name: string, value: unknown): string | undefined => {
  if (!Object.hasOwn(rules, name)) return `is not an option; known are ${Object.keys(rules).join(", ")}`
  const [rule, holds] = rules[name] as Rule
  return value === undefined || holds(value) ? undefined : rule
}

/** The problems of options, in their order: those that break their rule, and those that have none. */
export const problemsOf = (rules: { readonly [name: string]: Rule }, options: unknown): ReadonlyArray<Problem> =>
  Object.entries(Object(options)).map(([name, value]) => [name, problemOf(rules, name, value)])

/** Throws a `BoardwrightError` of the problems there are; does nothing where there are none. */
export const refuse = (...problems: ReadonlyArray<Problem>): void => {
  const issues = problems.flatMap(([name, message]) => (message === undefined ? [] : [{ path: [name], message }]))
  if (issues.length > 0) throw new Facade.BoardwrightError("InvalidInput", { issues })
}
