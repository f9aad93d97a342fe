/** A refusal by the specification; of a validation failure the paths of its details, joined with dots. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly error: string,
    readonly paths: ReadonlyArray<string> = []
  ) {
    super(error)
  }
}

const notFound = (thing: string): Refused => new Refused(404, `${thing} not found`)

/** Throws unless there are no problems. */
export const refuseProblems = (paths: ReadonlyArray<string>): void => {
  if (paths.length > 0) throw new Refused(400, "Validation failed", [...paths])
}

/** What was looked for; throws where there is none. */
export const found = <A>(thing: string, value: A | undefined): A => {
  if (value === undefined) throw notFound(thing)
  return value
}
