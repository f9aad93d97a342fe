/** The messages with which a server's JSON log says that storage is unavailable, and that it is available again. */
export const outageLines = ({ stderr }: { readonly stderr: () => string }): ReadonlyArray<string> =>
  stderr()
    .split("\n")
    .filter((line) => line.includes('"message":"storage is '))
    .map((line) => String(JSON.parse(line).message))
