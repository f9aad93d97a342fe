/** One problem of an input: where it is (field names and list indexes as strings) and the rule it breaks. */
export interface Issue {
  readonly path: ReadonlyArray<string>
  readonly message: string
}
