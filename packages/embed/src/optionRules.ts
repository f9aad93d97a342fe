import { Facade } from "@boardwright/core"

/** What an option must be, in words and as a check. */
export type Rule = readonly [rule: string, holds: (value: unknown) => boolean]

/** The message is undefined if the option is valid. */
export type Problem = readonly [name: string, message: string | undefined]

const field = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined

export const isFunction = (value: unknown): boolean => typeof value === "function"

export const isWhole = (value: unknown, least: number): boolean => Number.isSafeInteger(value) && Number(value) >= least

/** Checks that a value has these functions. */
export const has =
  (...names: ReadonlyArray<string>) =>
  (value: unknown): boolean =>
    names.every((name) => isFunction(field(value, name)))

const problemOf = (rules: { readonly [name: string]: Rule }, name: string, value: unknown): string | undefined => {
  if (!Object.hasOwn(rules, name)) return `is not an option; known are ${Object.keys(rules).join(", ")}`
  const [rule, holds] = rules[name] as Rule
  return value === undefined || holds(value) ? undefined : rule
}

/** Checks each option against its rule; one without a rule is unknown. */
export const problemsOf = (rules: { readonly [name: string]: Rule }, options: unknown): ReadonlyArray<Problem> =>
  Object.entries(typeof options === "object" && options !== null ? options : {}).map(([name, value]) => [
    name,
    problemOf(rules, name, value)
  ])

/** Throws a `BoardwrightError` if there are problems. */
export const throwProblems = (...problems: ReadonlyArray<Problem>): void => {
  const issues = problems.flatMap(([name, message]) => (message === undefined ? [] : [{ path: [name], message }]))
  if (issues.length > 0) throw new Facade.BoardwrightError("InvalidInput", { issues })
}
