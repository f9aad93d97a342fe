/** The value of a series, by its name with labels; null if it is not there. */
export const valueOf = (text: string, series: string): number | null => {
  const line = text.split("\n").find((each) => each.startsWith(`${series} `))
  return line === undefined ? null : Number(line.slice(series.length + 1))
}
