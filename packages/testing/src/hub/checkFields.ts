import { Predicate } from "effect"

/** Throws a `TypeError`: with the rule for what is not an object, else with the name of the first field that is not known. */
export const checkFields = (value: unknown, known: ReadonlyArray<string>, rule: string): void => {
  if (!Predicate.isRecord(value)) throw new TypeError(rule)
  const unknown = Object.keys(value).find((name) => !known.includes(name))
  if (unknown !== undefined) throw new TypeError(`${unknown} is unknown; known: ${known.join(", ")}`)
}
