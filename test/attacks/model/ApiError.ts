/** A refusal by the specification; of a validation failure the paths of its details, joined with dots. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly error: string,
    readonly paths: ReadonlyArray<string> = []
  ) {
    super(error)
  }
}

const notFound = (thing: string): ApiError => new ApiError(404, `${thing} not found`)

/** Throws unless there are no problems. */
export const rejectProblems = (paths: ReadonlyArray<string>): void => {
  if (paths.length > 0) throw new ApiError(400, "Validation failed", [...paths])
}

/** What was looked for; throws where there is none. */
export const found = <A>(thing: string, value: A | undefined): A => {
  if (value === undefined) throw notFound(thing)
  return value
}
