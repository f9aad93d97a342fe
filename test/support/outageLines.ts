interface OutageLine {
  readonly message: string
  readonly annotations: { readonly [name: string]: unknown }
}

/** The lines in which a server's JSON log says that storage is unavailable, and that it is available again. */
export const outages = ({ stderr }: { readonly stderr: () => string }): ReadonlyArray<OutageLine> =>
  stderr()
    .split("\n")
    .filter((line) => line.includes('"message":"storage is '))
    .map((line) => JSON.parse(line))

/** Their messages. */
export const outageLines = (server: { readonly stderr: () => string }): ReadonlyArray<string> =>
  outages(server).map(({ message }) => String(message))
